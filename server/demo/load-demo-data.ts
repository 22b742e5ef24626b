import type pg from 'pg'
import { ownerSession } from '../src/foundations/database/session.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { utcToday } from '../src/foundations/days.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { copyTable, insertAll, withoutIndexes } from './bulk.ts'
import { buidAt } from './crm-ids.ts'
import crmChanges from './data/crm-changes.json' with { type: 'json' }
import { engagements } from './engagements.ts'
import { loadContent, loadOpportunities } from './load-content.ts'
import { personAt } from './people.ts'
import { educationsAt, employmentsAt, membershipsAt } from './records.ts'
import { loadDuplicates, loadInventedSignups, loadNamedSignups, loadSignupHistories } from './signups.ts'
import { activityCodes, affinities, colleges, majors } from './vocabulary.ts'

export type DemoDataTable = 'alumni' | 'educations' | 'employments' | 'alumni_affinities' | 'engagements'
export type DemoDataProgress = { table: DemoDataTable; done: number }
export type DemoDataOptions = {
  alumni: number
  engagements?: number
  /** The same seed, size and `until` produce the same data. */
  seed?: number
  /** The last day with engagements, such as `2026-11-20`; defaults to today. */
  until?: string
  replace?: boolean
  /** Stores photos; without it, there are none. */
  files?: Files
  onProgress?: (progress: DemoDataProgress) => void
}
export type DemoDataCounts = Record<DemoDataTable, number>

export const maxAlumni = 1_000_000
const tables = ['alumni', 'educations', 'employments', 'alumni_affinities', 'engagements'] satisfies DemoDataTable[]
const vocabulary = ['colleges', 'majors', 'affinities', 'activity_codes']
/** Derives in bulk what triggers derive row by row; an entry without people means everyone. */
const derive = `
  truncate alumni_emails;
  insert into alumni_emails (email, alumnus_id)
  select distinct fold_email(address), id
  from alumni, unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
  order by 1, 2;
  insert into alumni_changes default values;
`

export class DatabaseNotEmpty extends Error {}

/** Leaves the database unchanged on failure. Throws `DatabaseNotEmpty`, or `RangeError` for an invalid size or day. */
export async function loadDemoData(ownerUrl: string, options: DemoDataOptions): Promise<DemoDataCounts> {
  if (!Number.isInteger(options.alumni) || options.alumni < 1 || options.alumni > maxAlumni)
    throw new RangeError(`Demo data is for 1 to ${maxAlumni.toLocaleString('en-US')} alumni.`)
  if (options.until !== undefined && !isDate(options.until))
    throw new RangeError(`${options.until} is not a day such as 2026-11-20.`)
  return withClient({ connectionString: ownerUrl, options: ownerSession }, async (client) => {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('alumni demo data'))")
    await prepareTables(client, options.replace ?? false)
    const counts = await load(client, options)
    await client.query('commit')
    await client.query(`vacuum (analyze) ${[...tables, ...vocabulary].join(', ')}`)
    return counts
  })
}

async function prepareTables(client: pg.Client, replace: boolean): Promise<void> {
  if (replace) {
    // Also empties tables that refer to alumni, such as signups; their history has no foreign key.
    await client.query(`truncate ${[...tables, ...vocabulary, 'record_changes'].join(', ')} restart identity cascade`)
    await client.query(
      'truncate photos, former_slugs, list_letters, letter_opt_outs, communities, news_items, events, opportunities, activity_events, signup_duplicates, signup_duplicate_searches, signup_dismissals restart identity cascade',
    )
    return
  }
  for (const table of ['alumni', ...vocabulary]) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount) throw new DatabaseNotEmpty(`The database is not empty: there is something in ${table}.`)
  }
}

async function load(
  client: pg.Client,
  { alumni, seed = 1, onProgress, ...options }: DemoDataOptions,
): Promise<DemoDataCounts> {
  const counts = { alumni: 0, educations: 0, employments: 0, alumni_affinities: 0, engagements: 0 }
  const until = options.until ?? utcToday()
  const total = options.engagements ?? alumni * 10
  await loadVocabulary(client)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await withoutIndexes(client, tables, async () => {
    const copy = async (table: DemoDataTable, rows: Iterable<Record<string, string | boolean | null>>) => {
      counts[table] = await copyTable(client, table, rows, (done) => onProgress?.({ table, done }))
    }
    await copy(
      'alumni',
      each(alumni, (index) => [personAt(seed, index)]),
    )
    await copy(
      'educations',
      each(alumni, (index) => educationsAt(seed, index)),
    )
    await copy(
      'employments',
      each(alumni, (index) => employmentsAt(seed, index)),
    )
    await copy(
      'alumni_affinities',
      each(alumni, (index) => membershipsAt(seed, index)),
    )
    await copy('engagements', engagements(seed, alumni, total, until))
  })
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  if (await loadNamedSignups(client, alumni)) {
    await loadContent(client, seed, until, options.files)
    await loadDuplicates(client)
  }
  await loadOpportunities(client, until)
  await loadSignupHistories(client)
  await loadCrmChanges(client)
  await loadInventedSignups(client, { seed, alumni, until })
  await client.query(derive)
  return counts
}

async function loadVocabulary(client: pg.Client): Promise<void> {
  await insertAll(
    client,
    'colleges',
    colleges.map(({ code, name }) => ({ code, name })),
  )
  await insertAll(
    client,
    'majors',
    majors.map(({ row }) => row),
  )
  await insertAll(client, 'affinities', affinities)
  await insertAll(
    client,
    'activity_codes',
    activityCodes.map(({ code, name }) => ({ code, name })),
  )
}

/**
 * Adds pending CRM changes, some of them old and one without a CRM ID. Only changes by staff are on file, because those
 * by champions wait for the CRM.
 */
async function loadCrmChanges(client: pg.Client): Promise<void> {
  for (const { index, field, after, by, days } of crmChanges) {
    const isChampion = by === 'champion'
    const { rowCount } = await client.query(
      `insert into crm_data_changes (buid, field, before, after, made_by, created_at)
       select buid, $2, ${field}, $3,
         case when $4 then concat_ws(' ', coalesce(preferred_name, first_name), last_name, '(champion)') else $5 end,
         now() - make_interval(days => $6)
       from alumni where buid = $1 and ${field} is distinct from $3`,
      [buidAt(index), field, after, isChampion, by, days],
    )
    if (rowCount && !isChampion)
      await client.query(`update alumni set ${field} = $2 where buid = $1`, [buidAt(index), after])
  }
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function* each<Row>(alumni: number, rowsAt: (index: number) => Row[]): Generator<Row> {
  for (let index = 0; index < alumni; index++) yield* rowsAt(index)
}
