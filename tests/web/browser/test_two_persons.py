"""What one person may not do alone, at the console: it waits for a second one, who finds it on the floor's own page."""

from __future__ import annotations

from support.browsing import PASSWORD, Floor, until


def issue(page, player: str, amount: str) -> None:  # type: ignore[no-untyped-def]
    page.locator("#cage > summary").click()
    form = page.locator("#credits-form")
    form.get_by_label("Player").fill(player)
    form.get_by_label("Amount").fill(amount)
    page.locator("#issue").click()


def test_large_credits_and_a_new_password_wait_for_a_second_person(floor: Floor) -> None:
    sue, _, ann = floor.staff("Sue", "supervisor"), floor.staff("Dora", "dealer"), floor.player("Ann")
    manager = floor.manager().page
    issue(manager, "Ann", "2500")
    manager.get_by_text("more than 1000 to one player within a day takes a second person").wait_for()
    assert manager.locator("[data-at=cage] [data-approve]").is_disabled(), "not by whoever asked for it"
    assert floor.served.balance("player:Ann") == 1000_00
    page = sue.page
    page.locator("[data-at=cage] [data-approve]").click()
    until(lambda: floor.served.balance("player:Ann") == 3500_00, "it is issued")
    page.locator("#approvals").wait_for(state="hidden")
    # A new password is told to whoever approves it, and its owner reads who had it made.
    manager.locator("#people > summary").click()
    manager.locator("[data-person=Dora] button").evaluate("(button) => { button.click(); button.click(); }")
    page.locator("[data-at=people] [data-approve]").click()
    password = page.locator(".secret").inner_text()
    page.keyboard.press("Escape")
    dora = floor.visitor()
    dora.enter("Dora", password, PASSWORD)
    dora.go_home()
    notice = dora.page.get_by_role("alert", name="Your account")
    assert "password was reset by manager and Sue" in notice.inner_text()
    notice.get_by_role("button", name="I have seen it").click()
    dora.page.locator(".floor-page").wait_for()
    assert not notice.count()
    ann.go_home()
