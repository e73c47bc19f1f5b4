"""The search for golden cases: short games that together show what a right program must do."""
