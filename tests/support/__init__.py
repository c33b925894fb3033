"""What several test files of one schedule share."""
