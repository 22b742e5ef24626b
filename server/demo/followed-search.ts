import { sql } from 'kysely'
import { transact, type Db } from '../src/foundations/database/db.ts'
import { institutionDays } from '../src/foundations/days.ts'

const [name, query] = ['In California', 'state=CA&deceased=no']

/**
 * A search that Ada shares and that she and Stan follow, as it was a week ago: two people have moved there since, and
 * one has left. The server compares the weeks when it starts.
 */
export async function followDemoSearch(db: Db, zone: string): Promise<void> {
  const { monday } = await institutionDays(db, zone)
  await transact(db, async (db) => {
    const { rows } = await sql<{ id: number }>`insert into saved_searches (staff_user_id, name, query, is_shared)
      select id, ${name}, ${query}, true from staff_users where email = 'admin@example.edu'
      on conflict do nothing returning id`.execute(db)
    const id = rows[0]?.id
    if (id === undefined) return
    await sql`insert into search_follows (saved_search_id, staff_user_id)
      select ${id}, id from staff_users where email in ('admin@example.edu', 'staff@example.edu')`.execute(db)
    await sql`with came_in as (select id, buid from alumni where state = 'CA' and not deceased order by id limit 2),
        went as (select id, buid from alumni where state = 'MA' and not deceased order by id limit 1),
        told as (insert into record_changes (at, record, buid, record_id, action, fields)
          select now() - interval '3 days', 'alumnus', buid, id, 'changed', fields
          from (select id, buid, '{"state": ["MA", "CA"]}'::jsonb as fields from came_in
            union all select id, buid, '{"state": ["CA", "MA"]}' from went) moved),
        were_there as (update alumni a set created_at = now() - interval '1 year' from came_in c where c.id = a.id)
      insert into search_moves (saved_search_id, week, taken_at, count, members)
      select ${id}, ${monday}::date - 7, now() - interval '7 days', count(*), array_agg(id) from (
        select id from alumni where state = 'CA' and not deceased except select id from came_in
        union all select id from went) members`.execute(db)
  })
}
