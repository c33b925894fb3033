"""The shells of the pages: enough HTML for a script to start in, and the few pages that need no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

import msgspec

from pitboss.floor.commands import STAFF, Who
from pitboss.web.front_end import address, files

# The scripts and style sheets of each kind of page.
SHELLS = {
    "lobby": (("lobby.js",), ("app.css", "lobby.css")),
    "terminal": (("terminal.js",), ("app.css", "layouts.css", "terminal.css", "dock.css", "outcome.css")),
    "terminal poker": (("poker.js",), ("app.css", "terminal.css", "poker.css", "poker_table.css")),
    "you": (("you.js",), ("app.css", "layouts.css", "terminal.css", "poker.css", "you.css")),
    "console": (("console.js",), ("app.css", "layouts.css", "console.css")),
    "page": ((), ("app.css", "help.css")),
}
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7'"
    " fill='%23186a4a'/%3E%3Ccircle cx='8' cy='8' r='4' fill='%23f2efe6'/%3E%3C/svg%3E"
)


_IMPORTED = re.compile(r"^(?:import|export|\})[^;]*?'\./([\w-]+\.js)';", re.MULTILINE)


@cache
def modules(script: str) -> tuple[str, ...]:
    """The scripts that one imports, and those import in turn: told in the page, they come all at once."""
    names: dict[str, None] = {}
    waiting = [script]
    while waiting:
        for name in _IMPORTED.findall(files()[waiting.pop()].content.decode()):
            if name not in names:
                names[name] = None
                waiting.append(name)
    return tuple(names)


def preloads(script: str) -> str:
    return "".join(f'<link rel="modulepreload" href="{address(name)}">\n' for name in modules(script))


def document(title: str, kind: str, body: str, head: str = "", attributes: str = "") -> str:
    """A whole page."""
    scripts, sheets = SHELLS[kind]
    theme = address("theme.js")
    linked = "".join(f'<link rel="stylesheet" href="{address(name)}">\n' for name in sheets)
    started = "".join(f'<script type="module" src="{address(name)}"></script>\n{preloads(name)}'
                      for name in scripts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
        f'<title>{escape(title)} · Pitboss</title>\n<link rel="icon" href="{ICON}">\n'
        f'<script src="{theme}"></script>\n{head}{linked}{started}</head>\n'
        f'<body class="{kind}"{attributes}>\n{body}</body>\n</html>\n'
    )


def shell(title: str, kind: str, who: Who, token: str, table: str = "", more: str = "") -> str:
    """A page that a script fills: it finds its table, its user and its form token in the document, and what `more` it
    is sent with."""
    head = f'<meta name="form-token" content="{escape(token)}">\n'
    attributes = f' data-name="{escape(who.name)}" data-role="{escape(who.role)}"'
    attributes += f' data-table="{escape(table)}"' if table else ""
    body = (
        f'<form id="sign-out" method="post" action="/sign-out" hidden>{hidden("form", token)}</form>\n'
        f'<div id="{"console" if kind == "console" else "app"}"></div>\n{more}'
        "<noscript><p>The tables need JavaScript. Rules and help can be read without it.</p></noscript>\n"
    )
    return document(title, kind, body, head, attributes)


def with_notices(page: str, lines: Sequence[str], token: str) -> str:
    """A page that begins with what others did to the account of whoever looks at it, until he has seen that."""
    listed = "".join(f"<li>{escape(line[0].upper() + line[1:])}.</li>" for line in lines)
    shown = (
        f'<section class="account-notice" role="alert" aria-label="Your account">\n<ul>{listed}</ul>\n'
        "<p>If you did not ask for it, tell another manager or supervisor at once.</p>\n"
        f'<form method="post" action="/notices-seen">{hidden("form", token)}<button>I have seen it</button></form>\n'
        "</section>\n"
    )
    before, start, after = page.partition('<form id="sign-out"')
    return before + shown + start + after if lines and start else page


def lobby(who: Who, token: str, guest: bool, sent: dict[str, Any]) -> str:
    """The lobby, with all it shows at first; for a guest, with the form by which he keeps his name."""
    listed = escape(msgspec.json.encode(sent).decode(), quote=False)
    more = f'<template id="listed">{listed}</template>\n'
    if guest:
        more += f'<template id="keep-name">{keep_form(who, token, True)}</template>\n'
    return shell("Floor", "lobby", who, token, more=more)


def hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def field(
    label: str, name: str, kind: str, complete: str, value: str = "", more: str = "", longest: int = 200,
    required: bool = True,
) -> str:
    """A labelled field of a form."""
    return (
        f'<label>{escape(label)} <input name="{name}" type="{kind}" autocomplete="{complete}"'
        f'{" required" if required else ""} maxlength="{longest}" value="{escape(value)}"{more}></label>\n'
    )


def door(token: str, next: str, guests: bool, said: str = "", name: str = "", why: str = "") -> str:
    """The page where people come in: as a guest at once, or with a name and a password."""
    lead = {"idle": "You were signed out after a long time without a move.", "out": "You are signed out."}.get(why, "")
    both = hidden("form", token) + hidden("next", next)
    guest = (
        '<section aria-labelledby="guest"><h2 id="guest">Play as a guest</h2>\n'
        "<p>Pick a name and sit down. The credits are play money.</p>\n"
        f'<form method="post" action="/guest">{both}\n'
        + field("Name", "name", "text", "nickname", more=" autofocus", longest=20)
        + '<button class="go">Play</button></form></section>\n'
    ) if guests else ""
    join = (
        "<details><summary>Keep a name with a password</summary>\n"
        f'<form method="post" action="/join">{both}\n'
        + field("Name", "name", "text", "username", longest=20)
        + field("Password", "password", "password", "new-password")
        + "<button>Join</button></form></details>\n"
    ) if guests else ""
    enter = (
        '<section aria-labelledby="enter"><h2 id="enter">Sign in</h2>\n'
        f'<form method="post" action="/sign-in">{both}\n'
        + field("Name", "name", "text", "username", name)
        + field("Password", "password", "password", "current-password")
        + "<details><summary>Locked out? Add your recovery code</summary>\n"
        + field("Recovery code", "code", "text", "off", required=False)
        + f"</details><button>Sign in</button></form>{join}</section>\n"
    )
    lines = _alert(said) + (f'<p role="status">{escape(lead)}</p>\n' if lead else "")
    body = (
        f'<main class="door"><header><h1>Pitboss</h1><p>A casino floor where every chip that moves names its rule.</p>'
        f"</header>\n{lines}{guest}{enter}</main>\n"
    )
    # What comes next is fetched while somebody thinks of a name.
    return document("Sign in", "page", body, preloads("lobby.js"))


def recovery_code(code: str, next: str) -> str:
    """The new recovery code, after the old one was used."""
    body = (
        '<main class="door"><header><h1>Your new recovery code</h1>\n'
        f"<p>The old one is used up. This one is shown once: write it down.</p></header>\n"
        f'<section><p><code>{escape(code)}</code></p>\n<p><a href="{escape(next)}">Go on</a></p></section></main>\n'
    )
    return document("Recovery code", "page", body)


def password_page(
    token: str, who: Who, first: bool, guest: bool, said: str = "", handled: Sequence[str] = ()
) -> str:
    """A new password; a guest's first one. With what others ever did to the account."""
    why = "Other browsers are signed out by it."
    if first:
        why = "Somebody else knows this one. Choose your own: it is used up when you have."
    if guest:
        why = "With a password you can come back to this name from any browser."
    body = (
        f'<main class="door"><header><h1>New password for {escape(who.name)}</h1><p>{why}</p></header>\n{_alert(said)}'
        f"<section>{keep_form(who, token, guest)}</section>{_done_by_others(handled)}</main>\n"
    )
    return document("New password", "page", body)


def keep_form(who: Who, token: str, guest: bool) -> str:
    """A new password; the old one is asked for where there is one."""
    return (
        f'<form method="post" action="/password">{hidden("form", token)}\n'
        # For whoever keeps passwords: whose this is.
        f'<input name="name" autocomplete="username" value="{escape(who.name)}" readonly hidden>\n'
        + ("" if guest else field("Password you have", "old", "password", "current-password", more=" autofocus"))
        + field("New password, 8 characters or more", "new", "password", "new-password", more=' minlength="8"')
        + field("New password again", "again", "password", "new-password", more=' minlength="8"')
        + f'<button class="go">{"Keep this name" if guest else "Change it"}</button></form>'
    )


def _done_by_others(lines: Sequence[str]) -> str:
    listed = "".join(f"<li>{escape(line[0].upper() + line[1:])}</li>" for line in reversed(lines))
    return f"<section><h2>What others did to this account</h2>\n<ul>{listed}</ul></section>\n" if lines else ""


def notice(said: str) -> str:
    """One line, and the way back."""
    body = f'<main class="door">{_alert(said)}<p><a href="/">To the tables</a></p></main>\n'
    return document("Pitboss", "page", body)


def _alert(said: str) -> str:
    return f'<p class="alert" role="alert">{escape(said)}</p>\n' if said else ""


def home_of(who: Who) -> str:
    """Where somebody starts: staff at the console, players in the lobby."""
    return "/console" if who.role in STAFF else "/"
