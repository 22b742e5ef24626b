-- The one edit that the audit log takes, as its owner: what erased signups were, before and after an edit or a merge by staff.
create or replace function forget_audited_values(signups bigint[]) returns void
language sql security definer set search_path = public as $$
  update audit_entries set detail = case action
      when 'champion-signup.edited' then detail - 'before' - 'after'
      else detail - 'fields' - 'dropped'
    end
  where action in ('champion-signup.edited', 'champion-signup.merged')
    and subject in (select 'champion-signups/' || id from champion_signups where id = any (signups) and email = '')
$$;
