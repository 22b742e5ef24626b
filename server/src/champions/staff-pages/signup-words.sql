-- What a signup is found by, word by word: names without accents, whole and in their parts (O'Neil: oneil, o, neil), the
-- address, its domain and their parts, the BUID. The index champion_signups_words_idx stands on it: a change that gives
-- another result needs a migration that makes it anew. Indexes are made without a search path, hence public. Not inlined, and
-- said to be dear: PostgreSQL is to use the index.
create or replace function signup_words(email text, first_name text, last_name text, former_last_name text, buid text) returns tsvector
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

-- The signups in which every word of q begins a word, as its letters stand or without accents.
create or replace function signup_query(q text) returns tsquery language plpgsql immutable parallel safe as $$
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

create or replace function signup_prefix(word text) returns tsquery language sql immutable parallel safe
return (''''::text || replace(replace(left(word, 250), '\', '\\'), '''', '''''') || ''':*')::tsquery;
