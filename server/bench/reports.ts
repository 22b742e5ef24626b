import type { Db } from '../src/foundations/database/db.ts'
import { alumniWithoutDegrees } from '../src/alumni/reports/alumni-without-degrees.ts'
import { bouncedLetters } from '../src/operations/letters/bounced-letters.ts'
import { duplicateEmails } from '../src/alumni/reports/duplicate-emails.ts'
import { lookAlikes, searchForLookAlikes } from '../src/alumni/reports/look-alikes.ts'
import { openDb } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, timed } from './report.ts'

const pages: Record<string, (db: Db) => Promise<unknown>> = {
  'people who look like one': (db) => lookAlikes.list(db, { page: 1 }),
  'people who look like one, a name': (db) => lookAlikes.list(db, { page: 1, q: 'smith' }),
  'duplicate addresses': (db) => duplicateEmails.list(db, { page: 1 }),
  'duplicate addresses, same last name': (db) => duplicateEmails.list(db, { page: 1, names: 'same' }),
  'bounced letters': (db) => bouncedLetters.list(db, { page: 1 }),
  'alumni without degrees': (db) => alumniWithoutDegrees.list(db, { page: 1 }),
}

/** Measures pages of each report (the slowest of 5 after a warm-up) and the search that prepares look-alikes. */
export async function benchReports({ app }: DemoDatabase): Promise<void> {
  const db = await openDb(app, { max: 4, statementTimeoutMs: 0 })
  console.log(boundLine('reports: the search of the job', await timed(() => searchForLookAlikes(db)), 60_000, 'ms'))
  await db.entities.execute(`insert into letters (kind, about, attempts, failure, given_up_at)
    select 'signup-restored', jsonb_build_object('signup', n), 15, 'The mail server did not accept the message (EENVELOPE 550).', now()
    from generate_series(1, 2000) n`)
  for (const [name, read] of Object.entries(pages)) {
    const times: number[] = []
    for (let run = 0; run < 6; run++) times.push(await timed(() => read(db)))
    console.log(boundLine(`reports: ${name}`, Math.max(...times.slice(1)), 150, 'ms'))
  }
  await db.destroy()
}
