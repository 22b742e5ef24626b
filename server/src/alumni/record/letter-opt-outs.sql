-- Returns the key in letter_opt_outs for a folded address, or for a person such as 'alumnus 12' or 'signup 34'.
create or replace function opt_out_key(name text) returns text language sql stable parallel safe
return encode(sha256(convert_to(name, 'UTF8')), 'hex');

-- Lists the ids and addresses under which a person may have opted out, as arguments of opt_out_key: those of the
-- alumnus, of their signups and of the signups that were merged into those.
create or replace function opt_out_names(alumnus bigint, signup bigint) returns setof text
language sql stable parallel safe as $$
  select name
  from (
    select unnest(array['alumnus ' || id, fold_email(primary_email), fold_email(personal_email),
      fold_email(work_email), fold_email(school_email), fold_email(other_email)])
    from alumni
    where id = alumnus
    union all
    select unnest(array['signup ' || merged.id, merged.folded_email])
    from (
      select signup as id
      union
      select linked.id
      from alumni
        join champion_signups linked on linked.buid = alumni.buid and linked.deleted_at is null
      where alumni.id = alumnus) own_signup
      cross join lateral signups_standing_for(own_signup.id) merged_id
      join champion_signups merged on merged.id = merged_id
    where own_signup.id is not null) names (name)
  where name <> ''
$$;
