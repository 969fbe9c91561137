"""Who may do what in the club: one table of its addresses and one of its sockets' messages, held against the club."""
