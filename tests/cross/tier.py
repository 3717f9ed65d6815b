"""How many random programs a comparison looks at: a tenth in `make check`, which sets SYNOD_TESTS to quick."""
import os


def count(text):
    """An option that is a number of programs."""
    number = int(text)
    return max(1, number // 10) if number and os.environ.get("SYNOD_TESTS") == "quick" else number
