"""Queensland Casino Gaming Rule."""
