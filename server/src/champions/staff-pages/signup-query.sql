-- Converts typed words to a query on signup_words. Each word must be the start of a word, as typed or without accents.
create or replace function signup_query(q text) returns tsquery language plpgsql immutable parallel safe as $$
declare
  word text;
  folded_word text;
  word_query tsquery;
  all_words tsquery;
begin
  foreach word in array regexp_split_to_array(btrim(lower(normalize(q, nfkc))), '\s+') loop
    word_query := signup_prefix(word);
    -- The folded word is empty if the word consists of punctuation only.
    folded_word := public.folded_name(word);
    if folded_word not in ('', word) then
      word_query := word_query || (
        select string_agg(signup_prefix(part)::text, ' & ') from unnest(string_to_array(folded_word, ' ')) part)::tsquery;
    end if;
    all_words := coalesce(all_words && word_query, word_query);
  end loop;
  return all_words;
end $$;

create or replace function signup_prefix(word text) returns tsquery language sql immutable parallel safe
return (''''::text || replace(replace(left(word, 250), '\', '\\'), '''', '''''') || ''':*')::tsquery;
