"""How a game was played and how it can be played: searches over boards. Imports the engine and nothing else of the club."""
