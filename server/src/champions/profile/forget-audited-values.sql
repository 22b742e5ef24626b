-- Removes the values of erased signups from the audit log. Runs as the owner of the log, which no one else can change.
create or replace function forget_audited_values(signups bigint[]) returns void
language sql security definer set search_path = public as $$
  update audit_entries set detail = case action
      when 'champion-signup.edited' then detail - 'before' - 'after'
      else detail - 'fields' - 'dropped'
    end
  where action in ('champion-signup.edited', 'champion-signup.merged')
    and subject in (select 'champion-signups/' || id from champion_signups where id = any (signups) and email = '')
$$;
