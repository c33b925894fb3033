"""Coming in and going out: forms, the cookie, and how often anybody may try."""

from __future__ import annotations

import os
from hmac import compare_digest
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pitboss.floor.commands import STAFF, Who
from pitboss.floor.desk import Result
from pitboss.floor.incidents import REFUSED
from pitboss.floor.sign_ins import new_token
from pitboss.web import pages
from pitboss.web.limiting import near
from pitboss.web.logs import event
from pitboss.web.origin import local_path, same_origin

if TYPE_CHECKING:
    from pitboss.web.app import Web

LONGEST_FORM = 8 * 1024
# The end of the name of the cookie that tells a browser, and how long one is told.
BROWSER, BROWSER_KEPT_S = "-browser", 365 * 86_400
R = TypeVar("R", bound=Response)


# -- forms -------------------------------------------------------------------------------------------------


def form_token(web: Web, request: Request, response: R) -> tuple[str, R]:
    """The token that goes into every form of a page; its twin is a cookie that other sites cannot read or set."""
    token = request.cookies.get(web.cookie + "-form", "")
    if len(token) != 32:
        token = os.urandom(16).hex()
        response.set_cookie(web.cookie + "-form", token, httponly=True, samesite="strict", secure=_secure(web, request))
    return token, response


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form that one of our own pages sent; anything else is refused."""
    web: Web = request.app.state.web
    if not same_origin(request.headers, _secure(web, request)):
        web.metrics.count("forms refused", "origin")
        raise HTTPException(403, "this form was not sent by a page of this floor; open the page again")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_FORM:
            raise HTTPException(413, "this form is too long; 8 kB at most")
    try:
        fields = {name: values[-1] for name, values in parse_qs(body.decode(), True, max_num_fields=20).items()}
    except ValueError:
        raise HTTPException(400, "this form cannot be read") from None
    token = fields.get("form", "") or request.headers.get("x-form-token", "")
    if not compare_digest(token.encode(), request.cookies.get(web.cookie + "-form", "").encode()) or not token:
        web.metrics.count("forms refused", "token")
        raise HTTPException(403, "this form has become stale; open the page again")
    return fields


def _secure(web: Web, request: Request) -> bool:
    return web.settings.secure or request.url.scheme == "https"


def _browser(request: Request) -> str:
    """What tells this browser from others, whoever signs in with it."""
    web: Web = request.app.state.web
    kept = request.cookies.get(web.cookie + BROWSER, "")
    return kept if len(kept) == 43 and kept.isascii() else new_token()


def _address(request: Request) -> str:
    return near(request.client.host if request.client else "?")


# -- the door ----------------------------------------------------------------------------------------------


async def show(request: Request) -> Response:
    web: Web = request.app.state.web
    who = web.who(request)
    next = local_path(request.query_params.get("next", "/"))
    if who is not None:
        return RedirectResponse(next, 303)
    return _door(request, next, why=request.query_params.get("why", ""))


def _door(request: Request, next: str, said: str = "", name: str = "", status: int = 200, why: str = "") -> Response:
    web: Web = request.app.state.web
    token, response = form_token(web, request, HTMLResponse(status_code=status))
    page = pages.door(token, next, web.people.settings.guests, said, name, why)
    return _filled(response, page)


def _filled(response: R, page: str) -> R:
    response.body = page.encode()
    response.headers["content-length"] = str(len(response.body))
    return response


async def enter(request: Request) -> Response:
    """Name and password."""
    web: Web = request.app.state.web
    fields = await read_form(request)
    name, next = fields.get("name", "").strip()[:60], local_path(fields.get("next", "/"))
    browser, code = _browser(request), fields.get("code", "")
    if not web.tries.take(web.people.place_of(name, _address(request), browser, code)):
        web.metrics.count("sign-ins", "too many")
        event("too many tries to sign in", address=_address(request))
        _note_refused(request, name, "too many tries")
        return _door(request, next, "too many tries; wait a minute and try again", name, 429)
    token, result = await web.people.enter(name, fields.get("password", ""), _address(request), browser, code)
    web.metrics.count("sign-ins", "ok" if result["ok"] else "refused")
    if not result["ok"]:
        event("sign-in refused", name=name, address=_address(request))
        _note_refused(request, name, str(result["refused"]))
        return _door(request, next, _line(result), name, 401)
    await web.people.leave(web.token(request))
    event("signed in", name=name, address=_address(request), by_recovery_code=bool(result["code"]))
    response = _welcome(request, token, next, browser)
    return _new_code(response, str(result["code"])) if result["code"] else response


def _new_code(response: Response, code: str) -> Response:
    """Show the code that replaces the one just used, with a link to where the sign-in leads."""
    page = _filled(HTMLResponse(), pages.recovery_code(code, response.headers["location"]))
    page.raw_headers += [(name, value) for name, value in response.raw_headers if name == b"set-cookie"]
    return page


def _note_refused(request: Request, name: str, why: str) -> None:
    """A name that nobody has is not written down: it may be a password in the wrong place."""
    web: Web = request.app.state.web
    person = web.people.person(name)
    web.incidents.note(REFUSED, name=person.name if person is not None else "", why=why, address=_address(request))


async def guest(request: Request) -> Response:
    return await _join(request, with_password=False)


async def join(request: Request) -> Response:
    return await _join(request, with_password=True)


async def _join(request: Request, with_password: bool) -> Response:
    """Somebody new: a guest, or a player who chose a password."""
    web: Web = request.app.state.web
    fields = await read_form(request)
    name, next = fields.get("name", "").strip()[:60], local_path(fields.get("next", "/"))
    if not web.people.settings.guests:
        return _door(request, next, "this floor takes no guests; sign in, or ask a manager to be added", name, 403)
    if not web.joins.take(_address(request)):
        web.metrics.count("joins", "too many")
        return _door(request, next, "too many new people from here; wait a minute and try again", name, 429)
    browser = _browser(request)
    token, result = await web.people.join(name, fields.get("password", "") if with_password else None, browser)
    web.metrics.count("joins", "ok" if result["ok"] else "refused")
    if not result["ok"]:
        return _door(request, next, _line(result), name, 409)
    await web.people.leave(web.token(request))
    event("somebody joined", name=name, guest=not with_password)
    return _welcome(request, token, next, browser)


def _welcome(request: Request, token: str, next: str, browser: str) -> Response:
    web: Web = request.app.state.web
    who, _ = web.people.who(token)
    assert who is not None
    if web.people.must_change(who):
        next = "/password"
    response = RedirectResponse(pages.home_of(who) if next == "/" else next, 303)
    _set_cookie(request, response, token, who)
    response.set_cookie(web.cookie + BROWSER, browser, max_age=BROWSER_KEPT_S, path="/", httponly=True,
                        samesite="strict", secure=_secure(web, request))
    return response


def _set_cookie(request: Request, response: Response, token: str, who: Who) -> None:
    """A player's cookie outlives the browser, a member of staff's does not."""
    web: Web = request.app.state.web
    person, rules = web.people.person(who.name), web.people.rules
    life = rules.guest_life_ms if person is not None and person.guest else rules.player_life_ms
    response.set_cookie(
        web.cookie, token, max_age=None if who.role in STAFF else life // 1000, path="/", httponly=True,
        samesite="strict", secure=_secure(web, request),
    )


async def leave(request: Request) -> Response:
    web: Web = request.app.state.web
    await read_form(request)
    await web.people.leave(web.token(request))
    response = RedirectResponse("/sign-in?why=out", 303)
    response.delete_cookie(web.cookie, path="/", httponly=True, samesite="strict", secure=_secure(web, request))
    return response


async def notices_seen(request: Request) -> Response:
    """Whoever is signed in has seen what others did to his account."""
    web: Web = request.app.state.web
    await read_form(request)
    who = web.who(request)
    if who is not None and not web.people.must_change(who):
        result = await web.people.notices_seen(who)
        if not result["ok"]:
            raise HTTPException(503, _line(result))
    return RedirectResponse("/sign-in" if who is None else pages.home_of(who), 303)


# -- a new password ----------------------------------------------------------------------------------------


async def show_password(request: Request) -> Response:
    web: Web = request.app.state.web
    who = web.who(request)
    if who is None:
        return RedirectResponse("/sign-in", 303)
    return _password(request, who)


def _password(request: Request, who: Who, said: str = "", status: int = 200) -> Response:
    web: Web = request.app.state.web
    token, response = form_token(web, request, HTMLResponse(status_code=status))
    person = web.people.person(who.name)
    guest = person is not None and person.guest
    handled = [each.words for each in person.handled] if person is not None else []
    must = web.people.must_change(who)
    return _filled(response, pages.password_page(token, who, must, guest, said, handled))


async def set_password(request: Request) -> Response:
    web: Web = request.app.state.web
    who = web.who(request)
    if who is None:
        return RedirectResponse("/sign-in", 303)
    fields = await read_form(request)
    if fields.get("new") != fields.get("again"):
        return _password(request, who, "the two new passwords differ; write the same one twice", 400)
    browser = _browser(request)
    if not web.tries.take(web.people.place_of(who.name, _address(request), browser)):
        return _password(request, who, "too many tries; wait a minute and try again", 429)
    passwords = fields.get("old", ""), fields.get("new", "")
    token, result = await web.people.change_password(who, *passwords, _address(request), browser)
    if not result["ok"]:
        return _password(request, who, _line(result), 400)
    event("password changed", name=who.name)
    return _welcome(request, token, "/", browser)


def _line(result: Result) -> str:
    """A refusal as one line."""
    legal = f"; {result['legal']}" if result.get("legal") else ""
    return f"{result['refused']}{legal}"
