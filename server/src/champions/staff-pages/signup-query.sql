-- Finds signups in whose signup_words every word of q begins a word, as it is written or without accents.
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
