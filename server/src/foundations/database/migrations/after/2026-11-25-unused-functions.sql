-- Only demo data and tests called these, and giving_rows() is part of its query now.
drop function if exists rebuild_alumni_emails, rebuild_alumni_changes, giving_rows;
