"""Clerks for tests: one that works when told to, in the same process, and notes what it was asked."""

from __future__ import annotations

from pitboss.odds.clerk import Data, Listener, answer


class PatientClerk:
    """Does nothing until it is told to work."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Data, Listener]] = []
        self.asked: list[Data] = []
        self.closed = False

    def ask(self, question: Data, told: Listener) -> None:
        self.asked.append(question)
        self.waiting.append((question, told))

    def close(self) -> None:
        self.closed = True

    def work(self) -> None:
        """Answer all that was asked, in its order."""
        while self.waiting:
            question, told = self.waiting.pop(0)
            told({"answer": answer(question, lambda *far, told=told: told({"progress": list(far)}))})

    def say(self, said: Data) -> None:
        """Say something else to whoever asked first."""
        self.waiting[0][1](said)


class NothingToCount:
    """Says at once that all is counted, and has no rows."""

    def ask(self, question: Data, told: Listener) -> None:
        told({"answer": {"rows": [], "names": {}, "strategy": True}})

    def close(self) -> None:
        return


def not_counted(clerk: object, question: Data, told: Listener) -> None:
    """In the place of `ClerkProcess.ask`: no process is started, and the answer is at once that there is none."""
    told({"error": "nothing is counted in this test"})
