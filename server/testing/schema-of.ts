import type pg from 'pg'

/**
 * Returns one line per part of the schema; equal schemas have equal lines. Ignores comments and the order of columns.
 */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(lines)
  return rows.map(({ line }) => line)
}

const lines = `
with relations as (
  select c.* from pg_class c where c.relnamespace = 'public'::regnamespace
), functions as (
  select p.* from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
)
select line collate "C" as line from (
  select format('%s %s: kind %s, owner %s, options %s', relkind, relname, relpersistence, relowner::regrole, reloptions) from relations where relkind <> 'i'
  union all
  select format('column %s.%s: %s, not null %s, default %s, identity %s, collation %s', r.relname, attname, format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(d.adbin, d.adrelid), attidentity, attcollation::regcollation)
  from relations r join pg_attribute a on attrelid = r.oid left join pg_attrdef d on d.adrelid = r.oid and d.adnum = attnum
  where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'm', 'p')
  union all
  select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
  union all
  select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select format('trigger %s, enabled %s', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t join relations r on r.oid = tgrelid where not tgisinternal
  union all
  select format('function %s owner %s', pg_get_functiondef(oid), proowner::regrole) from functions
  union all
  select format('grant on %s: %s may %s', relname, grantee::regrole, privilege_type) from relations, aclexplode(relacl) where grantee <> relowner
  union all
  select format('grant on %s: %s may %s', oid::regprocedure, grantee::regrole, privilege_type) from functions, aclexplode(proacl)
) t (line) order by 1
`
