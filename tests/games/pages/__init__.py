"""The pages around the table, as different people find them."""
