-- How far each change of data that is made in batches has come.
create table schema_cursors (
  name text primary key,
  cursor text
);
