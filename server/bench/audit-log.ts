import pg from 'pg'
import type { AuditQuery } from '@alumni/shared/staff/audit-log'
import { subjectNames } from '../src/audit-subjects.ts'
import { readAuditPage } from '../src/staff/audit-log/list-entries.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import { openDb } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, timed } from './report.ts'

const entries = 1_000_000

const queries: [name: string, query: AuditQuery][] = [
  ['the newest page', {}],
  ['one BUID', { q: 'b00012345' }],
  ['a word that every second entry has', { q: 'contact' }],
  ['two frequent words', { q: 'boston imported' }],
  ['the beginning of a word, and a person', { q: 'bost', who: 1 }],
  ['an action', { action: 'import.committed' }],
  ['a day', { from: '2026-03-01', to: '2026-03-01' }],
  ['a word that nothing has', { q: 'zzyzx' }],
]

/** Measures pages of an audit log with a million entries: the slowest of 5 after a warm-up. */
export async function benchAuditLog({ app, owner }: DemoDatabase): Promise<void> {
  const config = readConfig({})
  const db = await openDb(app, { max: 4, statementTimeoutMs: 0 })
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query(`insert into audit_entries (at, who, action, subject, detail)
    select timestamptz '2026-01-01' + n * interval '25 seconds', case n % 3 when 0 then 'The service' else 'Ada Lindqvist' end,
      (array['alumnus.contact-edited', 'import.committed', 'batch-search.looked-up', 'contact.imported'])[1 + n % 4],
      'alumni/B' || lpad((n % 300000)::text, 8, '0'),
      jsonb_build_object('fields', jsonb_build_object('city', jsonb_build_array('Boston', md5(n::text))))
    from generate_series(1, ${entries}) n`)
  await client.query('vacuum analyze audit_entries')
  for (const [name, query] of queries) {
    const times: number[] = []
    for (let run = 0; run < 6; run++) times.push(await timed(() => readAuditPage(db, config, subjectNames, query)))
    console.log(boundLine(`audit log: ${name}`, Math.max(...times.slice(1)), 100, 'ms'))
  }
  await client.end()
  await db.destroy()
}
