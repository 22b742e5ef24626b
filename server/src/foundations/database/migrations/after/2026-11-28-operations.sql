-- The constraint of v0.14.0 was added without looking at the rows; in a new database it is valid.
alter table former_slugs validate constraint former_slugs_kind_check;

-- Servers of v0.8.0 read these; since then `tokens` has every token that a device may show.
alter table champion_devices drop column previous_token_hash, drop column rotated_at;
