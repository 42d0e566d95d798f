"""What is asked over plain HTTP: tables, rules, people, records, odds, and how the server is."""
