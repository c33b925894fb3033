"""The floor in a browser: pages, sign-in, sockets, exports and measurements. What happens is decided in floor/."""
