-- How a signup began; null is not recorded: before this was written down.
alter table signup_drafts add column source text not null default 'wizard' check (source in ('wizard', 'one_page', 'google'));
alter table champion_signups add column source text check (source in ('wizard', 'one_page', 'google'));

-- The list of signups for staff: by words, and in each of its orders.
create function signup_words(email text, first_name text, last_name text, former_last_name text, buid text) returns tsvector
language plpgsql immutable parallel safe cost 1000 as $$
begin
  return array_to_tsvector(array(
    select distinct left(word, 250) from (
      select unnest(string_to_array(public.folded_name(name), ' ') || replace(public.folded_name(name), ' ', '') || string_to_array(public.folded_name(translate(name, '''’‘ʼʻ`´′', '        ')), ' '))
        from unnest(array[first_name, last_name, former_last_name]) name where name is not null
      union all select unnest(array[lower(email), lower(split_part(email, '@', 2)), lower(buid)])
      union all select unnest(regexp_split_to_array(lower(email), '[^[:alnum:]]+'))
    ) words (word) where word <> ''
  ));
end $$;

create function signup_query(q text) returns tsquery language plpgsql immutable parallel safe as $$
declare
  typed text;
  folded text;
  wanted tsquery;
  all_words tsquery;
begin
  foreach typed in array regexp_split_to_array(btrim(lower(normalize(q, nfkc))), '\s+') loop
    wanted := signup_prefix(typed);
    folded := public.folded_name(typed);
    if folded not in ('', typed) then
      wanted := wanted || (select string_agg(signup_prefix(part)::text, ' & ') from unnest(string_to_array(folded, ' ')) part)::tsquery;
    end if;
    all_words := coalesce(all_words && wanted, wanted);
  end loop;
  return all_words;
end $$;

create function signup_prefix(word text) returns tsquery language sql immutable parallel safe
return (''''::text || replace(replace(left(word, 250), '\', '\\'), '''', '''''') || ''':*')::tsquery;

create index champion_signups_words_idx on champion_signups using gin (signup_words(email, first_name, last_name, former_last_name, buid));
create index champion_signups_created_idx on champion_signups (created_at, id) where deleted_at is null;
-- Far pages are counted off in the index alone: it has what its expressions are made of.
create index champion_signups_name_idx on champion_signups (name_key(last_name, first_name), id)
  include (last_name, first_name) where deleted_at is null;
create index champion_signups_place_idx on champion_signups (coalesce(nullif(country, ''), 'US'), state, folded_name(city), zip_code, id)
  include (country, city) where deleted_at is null;
create index champion_signups_city_idx on champion_signups (folded_name(city) text_pattern_ops);
create index champion_signups_gone_idx on champion_signups (created_at, id) where deleted_at is not null;

-- A search is of one list: alumni, or champion signups.
alter table saved_searches add column list text not null default 'alumni_search';
alter table saved_searches drop constraint saved_searches_staff_user_id_name_key;
alter table saved_searches add unique (staff_user_id, list, name);
