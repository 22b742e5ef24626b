-- What champions have said applies to their alumni, when the signup was deleted too.
insert into letter_opt_outs (address_key, topic)
select distinct encode(sha256(convert_to('alumnus ' || a.id, 'UTF8')), 'hex'), o.topic
from champion_signups s
  join alumni a on a.buid = s.buid
  join letter_opt_outs o on o.address_key = encode(sha256(convert_to('signup ' || s.id, 'UTF8')), 'hex')
where s.deleted_at is not null and s.merged_into_id is null
on conflict do nothing;

-- And the CRM learns of those who want no e-mail at all.
insert into crm_data_changes (buid, field, before, after, made_by)
select distinct a.buid, 'do_not_email', 'false', 'true', concat_ws(' ', coalesce(a.preferred_name, a.first_name), a.last_name) || ' (champion)'
from champion_signups s
  join alumni a on a.buid = s.buid and not a.do_not_email
  join letter_opt_outs o on o.topic = 'all' and o.address_key = encode(sha256(convert_to('signup ' || s.id, 'UTF8')), 'hex')
where s.merged_into_id is null and not exists (
  select from crm_data_changes c where c.buid = a.buid and c.field = 'do_not_email' and c.status in ('pending', 'exported')
);
