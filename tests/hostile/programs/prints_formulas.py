"""Prints what spreadsheets take for formulas."""

import hostile

hostile.say("formulas")
print('=1+1\n+cmd|\' /C calc\'!A0\n@SUM(1+1)\n=HYPERLINK("http://example.org";"me")')
hostile.play()
