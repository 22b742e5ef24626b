import type { EntityManager } from '../src/foundations/database/orm.ts'
import { alumniWithoutDegrees } from '../src/alumni/reports/alumni-without-degrees.ts'
import { bouncedLetters } from '../src/operations/letters/bounced-letters.ts'
import { duplicateEmails } from '../src/alumni/reports/duplicate-emails.ts'
import { lookAlikes } from '../src/alumni/reports/look-alikes.ts'
import { searchForReports } from '../src/alumni/reports/search.ts'
import { unknownEmployers } from '../src/alumni/reports/unknown-employers.ts'
import { connectOrm } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, timed } from './report.ts'

const pages: Record<string, (em: EntityManager) => Promise<unknown>> = {
  'people who look like one': (em) => lookAlikes.list(em, { page: 1 }),
  'people who look like one, a name': (em) => lookAlikes.list(em, { page: 1, q: 'smith' }),
  'duplicate addresses': (em) => duplicateEmails.list(em, { page: 1 }),
  'duplicate addresses, same last name': (em) => duplicateEmails.list(em, { page: 1, names: 'same' }),
  'unknown employers': (em) => unknownEmployers.list(em, { page: 1 }),
  'unknown employers, a far page': (em) => unknownEmployers.list(em, { page: 200, why: 'only_one' }),
  'bounced letters': (em) => bouncedLetters.list(em, { page: 1 }),
  'alumni without degrees': (em) => alumniWithoutDegrees.list(em, { page: 1 }),
}

/** Pages of each report, asked for once warm: the slowest of 5; and the search that two of them are prepared by. */
export async function benchReports({ app }: DemoDatabase): Promise<void> {
  const orm = await connectOrm(app, { max: 4, statementTimeoutMs: 0 })
  console.log(
    boundLine('reports: the search of the job', await timed(() => searchForReports(orm.em.fork())), 60_000, 'ms'),
  )
  await orm.em.fork().execute(`insert into letters (kind, about, attempts, failure, given_up_at)
    select 'signup-restored', jsonb_build_object('signup', n), 15, 'The mail server did not take the message (EENVELOPE 550).', now()
    from generate_series(1, 2000) n`)
  for (const [name, read] of Object.entries(pages)) {
    const times: number[] = []
    for (let run = 0; run < 6; run++) times.push(await timed(() => read(orm.em.fork())))
    console.log(boundLine(`reports: ${name}`, Math.max(...times.slice(1)), 150, 'ms'))
  }
  await orm.close()
}
