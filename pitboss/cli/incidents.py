"""`pitboss incidents`: what a floor's journal has of refused sign-ins and faults."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def incidents(
    data: Annotated[str, typer.Argument(help="A floor's database, or the directory it is in.", metavar="DB")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many of the last ones.")] = 50,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Refused sign-ins and faults of a floor, counted by the minute, the last ones last."""
    from contextlib import closing

    from pitboss.cli.errors import Mistake, one_line
    from pitboss.cli.serve import data_directory
    from pitboss.cli.show import console, write_json
    from pitboss.cli.verify import database_in
    from pitboss.floor.desk import body_of
    from pitboss.floor.incidents import STREAM
    from pitboss.floor.staffing import moment
    from pitboss.floor.store import SQLiteStore, StoreError

    try:
        with closing(SQLiteStore(database_in(data or str(data_directory(""))), reading=True)) as store:
            events = [{"at": event.at, "type": event.type, **body_of(event)}
                      for event in store.events_before(2**62, limit, STREAM)]
    except StoreError as error:
        raise Mistake(str(error)) from None
    if json:
        write_json({"incidents": events})
        return
    out = console()
    for each in events:
        out.print(one_line(line(each, moment(int(each["at"])))), soft_wrap=True, markup=False)
    if not events:
        out.print("no sign-in was refused and nothing failed")


def line(incident: dict[str, Any], when: str) -> str:
    """One incident in words.

    >>> line({"type": "fault", "what": "desk … is read again", "count": 3, "desk": ["roulette"]}, "noon")
    'noon: desk … is read again, 3 times, desk roulette'
    """
    often = f", {incident['count']} times" if incident["count"] > 1 else ""
    about = [f"{name} {' '.join(values)}" for name, values in incident.items() if isinstance(values, list) and values]
    return ", ".join([f"{when}: {incident['what'].replace('-', ' ')}{often}", *about])
