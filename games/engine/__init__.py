"""The rules of Calculation in pure Python: cards, deal, move, board and record; knows nothing of Django."""
