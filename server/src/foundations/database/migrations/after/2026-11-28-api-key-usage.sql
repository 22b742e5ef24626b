-- Only v0.15.1 counts requests by day.
drop table api_key_usage;
