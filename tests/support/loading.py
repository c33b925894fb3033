"""What a page costs to load for the first time, as the browser's own network panel counts it: what came over the line,
with headers, and how many requests it took; on a line as slow as one says."""

from __future__ import annotations

from typing import Any, NamedTuple

# A phone on a middling line: milliseconds, and bytes a second each way.
LATENCY_MS, BYTES_A_SECOND = 150, 1_600_000 / 8


class Cost(NamedTuple):
    """What a page took."""

    requests: int
    sent_bytes: int
    seconds: float
    names: tuple[str, ...]


def cold(page: Any, address: str, there: str, slow: bool = False) -> Cost:
    """Load an address with nothing kept, until something is there; `slow`: over the line of a phone."""
    session = page.context.new_cdp_session(page)
    sizes: dict[str, int] = {}
    names: list[str] = []
    session.on("Network.requestWillBeSent", lambda event: names.append(event["request"]["url"]))
    session.on("Network.webSocketCreated", lambda event: names.append(event["url"]))
    session.on("Network.webSocketFrameReceived",
               lambda event: _add(sizes, event, len(event["response"]["payloadData"].encode())))
    session.on("Network.loadingFinished", lambda event: _add(sizes, event, int(event["encodedDataLength"])))
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    if slow:
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND})
    page.goto(address, wait_until="commit")
    page.locator(there).first.wait_for()
    # By the page's own clock, from the first request on.
    seconds = page.evaluate("() => performance.now()") / 1000
    page.wait_for_load_state("networkidle")
    session.detach()
    own = [name for name in names if not name.startswith("data:")]
    return Cost(len(own), sum(sizes.values()), seconds, tuple(own))


def _add(sizes: dict[str, int], event: dict[str, Any], size: int) -> None:
    sizes[event["requestId"]] = sizes.get(event["requestId"], 0) + size
