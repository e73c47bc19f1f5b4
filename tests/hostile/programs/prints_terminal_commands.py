"""Prints what terminals and CI services obey: colours, clipboard, title, direction, commands."""

import hostile

hostile.say(
    "\x1b[2J\x1b[31mred\x1b[0m \x1b]52;c;aGVsbG8=\x07 \x1b]0;title\x07 \u202eright to left\u202c"
)
print("::add-mask::attempt\n::error::attempt")
hostile.play()
