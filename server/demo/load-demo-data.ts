import { foldEmail } from '@alumni/shared/email-address'
import pg from 'pg'
import { activityCodes } from './activity-codes.ts'
import { ownerSession } from '../src/foundations/database/session.ts'
import { utcToday } from '../src/foundations/days.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { affinities } from './affinities.ts'
import { withoutIndexes } from './bulk-load.ts'
import { colleges } from './colleges.ts'
import { copyTable } from './copy-table.ts'
import { loadCrmChanges } from './crm-changes.ts'
import { loadDuplicates } from './duplicate-signups.ts'
import { educationsAt } from './educations.ts'
import { employmentsAt } from './employments.ts'
import { engagements } from './engagements.ts'
import { inventedSignups } from './invented-signups.ts'
import { loadContent } from './load-content.ts'
import { membershipsAt } from './memberships.ts'
import { buidAt } from './crm-ids.ts'
import { namedSignups } from './named-signups.ts'
import { loadOpportunities } from './opportunities.ts'
import { personAt } from './people.ts'
import { loadSignupHistories } from './signup-histories.ts'

export type DemoDataTable = 'alumni' | 'educations' | 'employments' | 'alumni_affinities' | 'engagements'
export type DemoDataProgress = { table: DemoDataTable; done: number }
export type DemoDataOptions = {
  /** How many people, up to a million. */
  alumni: number
  /** How many engagements in all; ten times as many as people unless told. */
  engagements?: number
  /** The same seed, size and `until` give the same data. */
  seed?: number
  /** The last day with engagements, `2026-11-20`; today unless told. */
  until?: string
  /** Deletes what is there first. */
  replace?: boolean
  /** Where photos are kept; without it there are none. */
  files?: Files
  onProgress?: (progress: DemoDataProgress) => void
}
export type DemoDataCounts = Record<DemoDataTable, number>

export const maxAlumni = 1_000_000
const tables = ['alumni', 'educations', 'employments', 'alumni_affinities', 'engagements'] satisfies DemoDataTable[]
const vocabulary = ['colleges', 'majors', 'affinities', 'activity_codes']
/** SQL functions that make what triggers keep from these tables anew, each from nothing: faster than row by row. */
const rebuilds = ['rebuild_alumni_emails', 'rebuild_alumni_changes', 'rebuild_engagement_statistics']

/** There are alumni or a vocabulary already, and `replace` was not asked for. */
export class DatabaseNotEmpty extends Error {}

/** Fills an empty, migrated database with people and their records, or leaves it as it was. Throws `DatabaseNotEmpty`, and RangeError for a size or day that is none. */
export async function loadDemoData(ownerUrl: string, options: DemoDataOptions): Promise<DemoDataCounts> {
  if (!Number.isInteger(options.alumni) || options.alumni < 1 || options.alumni > maxAlumni)
    throw new RangeError(`Demo data is for 1 to ${maxAlumni.toLocaleString('en-US')} alumni.`)
  if (options.until !== undefined && !isDate(options.until))
    throw new RangeError(`${options.until} is not a day such as 2026-11-20.`)
  const client = new pg.Client({ connectionString: ownerUrl, options: ownerSession })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('alumni demo data'))")
    await makeRoom(client, options.replace ?? false)
    const counts = await load(client, options)
    await client.query('commit')
    await client.query(`vacuum (analyze) ${[...tables, ...vocabulary].join(', ')}`)
    return counts
  } finally {
    await client.end()
  }
}

async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  if (replace) {
    // What refers to alumni goes with them, signups among it; their history has no foreign key to follow.
    await client.query(`truncate ${[...tables, ...vocabulary, 'record_changes'].join(', ')} restart identity cascade`)
    await client.query(
      'truncate photos, former_slugs, communities, news_items, events, opportunities, activity_events, signup_duplicates, signup_duplicate_searches, signup_dismissals restart identity cascade',
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
  const signups = namedSignups.filter(({ buid }) => buid === null || buid <= buidAt(alumni - 1))
  await copyTable(client, 'champion_signups', signups)
  if (signups.length === namedSignups.length) {
    await loadContent(client, seed, until, options.files)
    await loadDuplicates(client)
  }
  await loadOpportunities(client, until)
  await loadSignupHistories(client)
  await loadCrmChanges(client)
  await loadInventedSignups(client, { seed, alumni, until })
  for (const rebuild of rebuilds) await client.query(`select ${rebuild}()`)
  return counts
}

/** After those who take part in events and communities: their addresses are taken. */
async function loadInventedSignups(
  client: pg.Client,
  { seed, alumni, until }: { seed: number; alumni: number; until: string },
): Promise<void> {
  const { rows } = await client.query<{ email: string }>('select folded_email as email from champion_signups')
  const taken = new Set(rows.map(({ email }) => email))
  const free = [...inventedSignups(seed, alumni, until)].filter(({ email, deleted_at }) => {
    const folded = foldEmail(email)
    if (deleted_at !== null || taken.has(folded)) return deleted_at !== null
    taken.add(folded)
    return true
  })
  await copyTable(client, 'champion_signups', free)
  await client.query(`
    insert into activity_events (type, signup_id, occurred_at)
    select type, s.id, case type when 'signup_started' then s.created_at else s.completed_at end
    from champion_signups s cross join unnest(array['signup_started', 'signup_completed']) type
    where (type = 'signup_started' or s.completed_at is not null) and not exists (select from activity_events e where e.signup_id = s.id)`)
}

async function loadVocabulary(client: pg.Client): Promise<void> {
  const majors = colleges.flatMap((college) =>
    college.departments.flatMap((department) =>
      department.majors.map((major) => ({
        major_code: major.code,
        major_desc: major.name,
        dept: department.code,
        dept_desc: department.name,
        college_code: college.code,
        active: major.isActive,
      })),
    ),
  )
  await copyTable(
    client,
    'colleges',
    colleges.map(({ code, name }) => ({ code, name })),
  )
  await copyTable(client, 'majors', majors)
  await copyTable(
    client,
    'affinities',
    affinities.map(({ code, name, category }) => ({ affinity_code: code, name, category })),
  )
  await copyTable(
    client,
    'activity_codes',
    activityCodes.map(({ code, name }) => ({ code, name })),
  )
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function* each<Row>(alumni: number, rowsAt: (index: number) => Row[]): Generator<Row> {
  for (let index = 0; index < alumni; index++) yield* rowsAt(index)
}
