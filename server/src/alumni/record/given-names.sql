-- Returns the keys that given names are compared by: each word, and the formal names of nicknames. nicknames maps
-- folded nicknames to arrays of formal names. is_middle_name is true if a key comes only from middle names.
create or replace function given_name_keys(first_name text, preferred_name text, middle_name text, nicknames jsonb)
returns table (key text, is_middle_name boolean) language sql immutable parallel safe rows 3 as $$
  with given_name as (
    select word, position > 1 as is_middle_name
    from string_to_table(folded_name(first_name), ' ') with ordinality words (word, position)
    union all
    select folded_name(preferred_name), false
    union all
    select word, true from string_to_table(folded_name(middle_name), ' ') word
  )
  select keys.key, bool_and(given_name.is_middle_name)
  from given_name
  cross join lateral (select word union all select jsonb_array_elements_text(nicknames -> word)) keys (key)
  where length(word) > 1
  group by keys.key
$$;
