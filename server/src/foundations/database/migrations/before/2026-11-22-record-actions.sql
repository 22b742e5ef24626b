alter table record_changes rename column deed to action;
alter table record_changes rename constraint record_changes_deed_check to record_changes_action_check;

-- How a row's result differs from the review; a note is a person's.
alter table import_row_results rename column note to difference;
