"""MEL: Crown Melbourne, poker between players, one file a chapter."""
