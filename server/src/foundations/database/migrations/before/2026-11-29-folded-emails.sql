-- The one form in which e-mail addresses are compared, as foldEmail of the server makes it: NFKC, small letters, the domain in
-- Punycode. Stored values and a unique index stand on these functions: a change needs a migration that makes them anew.

-- RFC 3492, section 6.3, of a label that is not all ASCII.
create function punycode(label text) returns text language plpgsql immutable parallel safe strict as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points int[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality t (letter, n) order by n);
  basic constant text := (select coalesce(string_agg(chr(point), '' order by n), '') from unnest(points) with ordinality t (point, n) where point < 128);
  encoded text := basic || case when basic = '' then '' else '-' end;
  handled int := length(basic);
  delta bigint := 0;
  bias int := 72;
  following int := 128;
  smallest int;
  point int;
  rest bigint;
  k int;
  threshold int;
begin
  while handled < cardinality(points) loop
    smallest := (select min(p) from unnest(points) p where p >= following);
    delta := delta + (smallest - following)::bigint * (handled + 1);
    following := smallest;
    foreach point in array points loop
      if point < following then delta := delta + 1; end if;
      continue when point <> following;
      rest := delta;
      k := 36;
      loop
        threshold := least(26, greatest(1, k - bias));
        exit when rest < threshold;
        encoded := encoded || substr(digits, (threshold + (rest - threshold) % (36 - threshold))::int + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        k := k + 36;
      end loop;
      encoded := encoded || substr(digits, rest::int + 1, 1);
      rest := delta / case when handled = length(basic) then 700 else 2 end;
      rest := rest + rest / (handled + 1);
      k := 0;
      while rest > 455 loop
        rest := rest / 35;
        k := k + 36;
      end loop;
      bias := k + 36 * rest / (rest + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    following := following + 1;
  end loop;
  return encoded;
end $$;

-- The small forms of İ and Σ depend on the cluster's locale: here they do not.
create function fold_wide_email(address text) returns text language plpgsql immutable parallel safe strict as $$
declare
  folded text := normalize(lower(translate(replace(btrim(normalize(address, nfkc)), 'İ', E'i\u0307'), 'Σ', 'σ') collate "default"), nfkc);
  domain text := replace(substring(folded from '@([^@]*)$'), '。', '.');
begin
  if domain is null then return folded; end if;
  return left(folded, -length(domain)) || (
    select string_agg(case when octet_length(label) = length(label) then label else 'xn--' || public.punycode(label) end, '.' order by n)
    from unnest(string_to_array(domain, '.')) with ordinality t (label, n));
end $$;

-- Without a word for addresses that are all ASCII, as almost all are: imports fold millions of them.
create function fold_email(address text) returns text language sql immutable parallel safe
return case when octet_length(address) = length(address) then lower(btrim(address) collate "C") collate "default"
  else fold_wide_email(address) end;

-- lower(email), on which the former unique index stands, takes İ for an i: such an address would still bar another one.
update champion_signups set email = replace(email, 'İ', E'i\u0307') where email like '%İ%';

alter table champion_signups add column folded_email text;
comment on column champion_signups.folded_email is 'fold_email(email); null for an active signup whose address an older one has in another spelling';

create function fold_signup_email() returns trigger language plpgsql as $$
begin
  new.folded_email := fold_email(new.email);
  return new;
end $$;
create trigger champion_signups_fold_email before insert or update of email on champion_signups
  for each row execute function fold_signup_email();

update champion_signups s set folded_email = fold_email(email)
where deleted_at is not null or not exists (
  select from champion_signups older
  where older.deleted_at is null and older.id < s.id and fold_email(older.email) = fold_email(s.email));

-- champion_signups_email_key stays while a release runs beside this one that names it in "on conflict".
create unique index champion_signups_folded_email_key on champion_signups (folded_email) where deleted_at is null;

delete from alumni_emails where octet_length(email) <> length(email);
insert into alumni_emails (email, alumnus_id)
select distinct fold_email(address), id
from alumni, unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
where octet_length(address) <> length(address)
on conflict do nothing;
comment on column alumni_emails.email is 'fold_email() of any of the five addresses';
