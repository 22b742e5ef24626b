import pg from 'pg'
import { signupsQuery } from '@alumni/shared/champions/staff-list'
import { exportRows, findForExport } from '../src/champions/staff-pages/list-export.ts'
import { listSignups } from '../src/champions/staff-pages/list-signups.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import { openDb } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median, timed } from './report.ts'

const signups = 100_000

/** Pages that staff ask for, from the whole list to its far end. */
const queries = [
  '',
  'page=2000',
  'sort=name',
  'sort=name&page=1000',
  'sort=place&page=1000',
  'sort=status',
  'q=smith',
  'q=s',
  'q=mary smith&sort=name',
  'q=example.net',
  'status=linked&sort=-name',
  'help=mentor&college=EN&year_from=1990',
  'city=bos',
  'country=US&linked=no&sort=name',
  'signed_up_from=2026-01-01&source=unknown',
  'show=deleted',
  'show=merged&q=smith',
]

/** The list of 100,000 signups: a page with its counts, and the file of all. */
export async function benchChampionSignups({ app, owner }: DemoDatabase, runs: number): Promise<void> {
  await fill(owner)
  const config = readConfig({})
  const db = await openDb(app, { max: 1, statementTimeoutMs: 0 })
  try {
    for (const query of queries) {
      const asked = signupsQuery.parse(Object.fromEntries(new URLSearchParams(query)))
      const times: number[] = []
      let matching = 0
      for (let run = -1; run < runs * 3; run++) {
        const time = await timed(async () => ({ matching } = await listSignups(db, config, asked)))
        if (run >= 0) times.push(time)
      }
      console.log(boundLine(`${query || 'all'} (${matching.toLocaleString('en')})`, median(times), 150, 'ms'))
    }
    let count = 0
    const file = await timed(async () => {
      for await (const rows of exportRows(db, await findForExport(db, config, {}), undefined)) count += rows.length
    })
    console.log(boundLine(`the rows of a file of ${count.toLocaleString('en')}`, file, 20_000, 'ms'))
  } finally {
    await db.destroy()
  }
}

/** As many signups as are missing, of the names and places of alumni. */
async function fill(owner: string): Promise<void> {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query(`
    insert into champion_signups (email, first_name, last_name, former_last_name, buid, status, zip_code, city, state, country, degree_year, college_code, help_roles, affinity_codes, source, created_at, deleted_at, merged_into_id)
    select 'bench-' || n || '@example.net', a.first_name, a.last_name, a.former_last_name, case when n % 5 < 2 then a.buid end,
      (array['linked', 'linked', 'completed', 'completed', 'started'])[1 + n % 5], left(a.postal_code, 5), a.city, a.state, nullif(a.country, 'US'),
      1950 + n % 75, (array['EN', 'AS', 'ED', 'LA'])[1 + n % 4], (array['{mentor}', '{host,speak}', '{}', '{mentor,advise}'])[1 + n % 4]::text[], '{}',
      (array['wizard', 'one_page', 'google', null])[1 + n % 4], now() - n * interval '11 minutes', case when n % 50 = 0 then now() end, case when n % 100 = 0 then 1 end
    from generate_series(1, ${signups} - (select count(*)::int from champion_signups)) n
    join alumni a on a.id = 1 + n::bigint * 7919 % (select max(id) from alumni)`)
  await client.query('vacuum analyze champion_signups')
  await client.end()
}
