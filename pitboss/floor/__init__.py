"""The floor: tables, people and money that outlive a process. No sockets here; the web asks, this decides."""
