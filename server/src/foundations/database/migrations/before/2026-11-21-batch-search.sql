create function folded_name(name text) returns text language sql immutable parallel safe
return case when name ~ '^[a-zA-Z]+( [a-zA-Z]+)*$' then lower(name) else
  btrim(regexp_replace(
    lower(replace(replace(replace(replace(replace(replace(
      translate(regexp_replace(normalize(translate(name, '''’‘ʼʻ`´′.', ''), nfkd), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđÐðıĦħ', 'OoLlDdDdiHh'),
      'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
end;

create function name_key(first text, last text) returns text language sql immutable parallel safe
return folded_name(coalesce(first || ' ', '') || coalesce(last, ''));

create index alumni_name_key_idx on alumni (name_key(first_name, last_name));
create index alumni_preferred_name_key_idx on alumni (name_key(preferred_name, last_name)) where preferred_name is not null;
create index alumni_former_name_key_idx on alumni (name_key(first_name, former_last_name)) where former_last_name is not null;
create index alumni_preferred_former_name_key_idx on alumni (name_key(preferred_name, former_last_name)) where preferred_name is not null and former_last_name is not null;
