"""The front rule at a three card poker table: it holds at every Queensland table."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle

ROUND = """game qld/three-card-poker
box 1 Ann: ante 10
box 2 Ben: ante 10
deal 1: Kc 9d 4h
deal 2: 6c 7d 2h
deal dealer: Qd 9s 3c
"""
PLAYED_ON = "= 1 Ann ante win 10\n= 1 Ann bet win 10\n= 2 Ben ante lose 10\n= 2 Ben bet lose 10\n"


def good(text: str) -> None:
    played = settle(ROUND + text)
    assert not played.failures and not played.unstated, (played.failures, played.unstated)


@pytest.mark.parametrize("kind, section", [("device-used", "4"), ("contravention", "11")])
def test_the_supervisor_may_void_and_exclude(kind: str, section: str) -> None:
    good(f"! {kind} box=1\n=! ruled [QLD-0-{section}(1)]\nsupervisor: void wagers\nsupervisor: exclude\n"
         f"=! ruled [QLD-0-{section}(2)(b)]\n2: bet\n"
         f"= 1 Ann ante void [QLD-0-{section}(2)(a)]\n= 2 Ben ante lose 10\n= 2 Ben bet lose 10\n")


@pytest.mark.parametrize("kind", ["device-used", "contravention"])
def test_or_let_it_pass(kind: str) -> None:
    good(f"! {kind} box=1\nsupervisor: no sanction\nsupervisor: no exclusion\n1: bet\n2: bet\n{PLAYED_ON}")
    good(f"! {kind} box=1\n1: bet\n2: bet\n{PLAYED_ON}")


def test_an_approved_device_is_no_contravention() -> None:
    good(f"! device-used box=1 approved=yes\n=! ruled [QLD-0-4(3)]\n1: bet\n2: bet\n{PLAYED_ON}")


def test_a_machine_fault_that_hurt_somebody_lets_all_retract() -> None:
    good("! card-machine-malfunction disadvantaged=yes\n=! ruled [QLD-0-17(1)]\n1: retract\n2: continue\n2: bet\n"
         "= 1 Ann ante void [QLD-0-17(3)]\n= 2 Ben ante lose 10\n= 2 Ben bet lose 10\n")


def test_a_machine_fault_that_hurt_nobody_changes_nothing() -> None:
    good(f"! card-machine-malfunction disadvantaged=no\n=! ruled [QLD-0-17(1)]\n1: bet\n2: bet\n{PLAYED_ON}")
