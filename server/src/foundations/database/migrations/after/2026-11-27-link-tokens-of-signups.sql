-- in batches
with batch as (select id from champion_signups where id > coalesce($1::bigint, 0) order by id limit 1000),
changed as (
  update champion_signups set letter_token = gen_random_uuid()
  where id in (select id from batch) and letter_token is null and email <> ''
)
select max(id)::text from batch
