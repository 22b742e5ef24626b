-- What becomes of each row of a giving file: `covered` are the days of its window, `replaced` those of the fiscal years that it replaces.
create or replace function giving_rows(of_import bigint, covered daterange, replaced daterange)
returns table (line integer, crm_id text, gift_date date, problem text, buid text, outcome text) language sql stable as $$
  select r.line, r.crm_id, r.gift_date, r.problem, a.buid,
    case
      when r.problem is not null then 'unreadable'
      when a.people is null then 'unmatched'
      when a.people > 1 then 'ambiguous'
      when not r.gift_date <@ covered then 'outside'
      when not r.gift_date <@ replaced then 'untouched'
      when row_number() over (partition by r.crm_id, r.gift_date order by r.line) > 1 then 'duplicate'
      else 'gift'
    end
  from giving_import_rows r
    left join (
      select p.crm_id, min(p.buid) as buid, count(*) as people from alumni p where p.crm_id is not null group by p.crm_id
    ) a on a.crm_id = r.crm_id
  where r.import_id = of_import
$$;
