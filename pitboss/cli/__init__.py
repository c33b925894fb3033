"""The command line. Nothing heavy is imported until a command needs it."""
