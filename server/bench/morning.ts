import pg from 'pg'
import { roles } from '@alumni/shared/staff/accounts'
import { PeopleIndex } from '../src/alumni/people-index/index.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { readMorning } from '../src/morning/routes.ts'
import { openDb } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median, timed } from './report.ts'

const entries = 1_000_000

/**
 * Measures the page with which each role begins the day, over an audit log of a million entries of which most are of
 * this week: the middle of 20.
 */
export async function benchMorning({ app, owner, folder }: DemoDatabase): Promise<void> {
  const db = await openDb(app, { max: 5, statementTimeoutMs: 0 })
  const index = new PeopleIndex({ databaseUrl: app, folder }, console.error)
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: app, DATA_DIR: folder })
  const context = { config, db, files: await createFiles(config) }
  try {
    await client.query("insert into staff_users (email, name, role) values ('ines@example.edu', 'Ines', 'admin')")
    await client.query(`insert into audit_entries (at, staff_user_id, who, action, subject, detail)
      select now() - n * interval '0.5 seconds', (select id from staff_users where email = 'ines@example.edu'), 'Ines',
        (array['alumnus.contact-edited', 'champion-signup.linked', 'batch-search.looked-up', 'crm-changes.exported'])[1 + n % 4],
        'alumni/B' || lpad((n % 300000)::text, 8, '0'), '{"changes": 3}'
      from generate_series(1, ${entries}) n`)
    await client.query('vacuum analyze')
    await index.catchUp()
    for (const role of roles) {
      const read = () => readMorning(db, context, index, { id: 0, role })
      const times: number[] = []
      for (let run = 0; run < 25; run++) times.push(await timed(read))
      console.log(boundLine(`the morning of ${role}`, median(times.slice(5)), 50, 'ms'))
    }
  } finally {
    await index.close()
    await client.end()
    await db.destroy()
  }
}
