"""Prints what browsers take for a page with scripts."""

import hostile

hostile.say("<script>alert(1)</script><img src=x onerror=alert(1)>")
hostile.play()
