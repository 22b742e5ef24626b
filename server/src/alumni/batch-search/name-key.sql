-- Names as people write them: accents, letter case, apostrophes and hyphens make no difference. Apostrophes and full stops
-- vanish (O'Neil, J.R.), other punctuation parts words (Smith-Jones). Plain names, the most, need none of it.
-- Indexes stand on name_key: a change that gives another result needs a migration that makes them anew.
create or replace function folded_name(name text) returns text language sql immutable parallel safe
return case when name ~ '^[a-zA-Z]+( [a-zA-Z]+)*$' then lower(name) else
  btrim(regexp_replace(
    lower(replace(replace(replace(replace(replace(replace(
      translate(regexp_replace(normalize(translate(name, '''’‘ʼʻ`´′.', ''), nfkd), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđÐðıĦħ', 'OoLlDdDdiHh'),
      'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
end;

create or replace function name_key(first text, last text) returns text language sql immutable parallel safe
return folded_name(coalesce(first || ' ', '') || coalesce(last, ''));
