import pg from 'pg'
import type { DemoDatabase } from './demo-database.ts'
import { beside, timed } from './report.ts'

/** Writes of an import or the events app in one go, by table; some of each kind of record. */
const writes: Record<string, string> = {
  alumni: `insert into alumni (buid, contact_id, crm_id, first_name, last_name, preferred_name, former_last_name)
    select 'B8' || lpad(n::text, 7, '0'), 'C-8' || lpad(n::text, 8, '0'), '003' || lpad(n::text, 12, '0'), 'Ann' || n, 'Lee' || n * 7919 % 500, 'Nan' || n, 'Ray' || n from generate_series(1, 500) n`,
  educations:
    "insert into educations (buid, kind, degree_code, degree_date) select buid, 'degree', 'BENCH', '2001-01-01' from alumni where id between 1001 and 1500",
  employments:
    "insert into employments (buid, employer, start_date) select buid, 'Bench', '2001-01-01' from alumni where id between 1001 and 1500",
  engagements:
    "insert into engagements (buid, activity_code, engagement_date) select buid, 'gift', '2026-01-01' from alumni where id between 1001 and 11000",
}

/** Measures what each index that no rule needs costs a write: the same statement with and without. */
export async function benchIndexes({ owner }: DemoDatabase, runs: number): Promise<void> {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  for (const [table, write] of Object.entries(writes)) {
    for (const { index, size } of await plainIndexes(client, table)) {
      const writing = async (isThere: boolean) => {
        await client.query('begin')
        if (!isThere) await client.query(`drop index ${index}`)
        const ms = await timed(() => client.query(write))
        await client.query('rollback')
        return ms
      }
      const { work, limit } = await beside(
        runs * 5,
        () => writing(true),
        () => writing(false),
      )
      console.log(
        `     ${index.padEnd(40)} ${size.padStart(8)}   with ${work.toFixed(1)} ms, without ${limit.toFixed(1)} ms`,
      )
    }
  }
  await client.end()
}

/** Lists indexes that are not unique: they only make something faster. */
async function plainIndexes(client: pg.Client, table: string): Promise<{ index: string; size: string }[]> {
  const { rows } = await client.query<{ index: string; size: string }>(
    'select indexrelid::regclass::text as index, pg_size_pretty(pg_relation_size(indexrelid)) as size from pg_index where indrelid = $1::regclass and not indisunique order by 1',
    [table],
  )
  return rows
}
