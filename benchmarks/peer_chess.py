"""Random legal play by python-chess, for comparison: `python benchmarks/peer_chess.py SECONDS` prints JSON.

python-chess is under the GPL: it is a peer that is measured in a process of its own, and no part of this
project needs it (`pip install -e ".[bench]"`).
"""

import json
import random
import sys
from time import perf_counter

import chess


def play(seconds: float) -> dict[str, float]:
    """Whole games from the usual position; each move is chosen among all legal ones, and checked again."""
    chance = random.Random(1)
    moves = games = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        board = chess.Board()
        while not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            assert board.is_legal(move)
            board.push(move)
            moves += 1
        games += 1
    spent = perf_counter() - began
    return {"moves": moves / spent, "games": games / spent}


if __name__ == "__main__":
    print(json.dumps(play(float(sys.argv[1]))))
