import { sql } from 'kysely'
import type { PropsOf } from '@alumni/shared/portal'
import type { dataPage } from '@alumni/shared/champions/profile'
import { z } from 'zod'
import { idsStandingFor, type Signup } from '../record/find-signup.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'

type Source = {
  table: string
  title: string
  /** The column that says whose a row is. */
  of?: string
  /** Hashes of secrets: they say nothing, and are no one's to read. */
  without?: readonly string[]
  /** What speaks of others too: their office reads it with them when they ask. */
  onRequest?: readonly string[]
  /** What a row is about: its title, under a name of its own. */
  about?: { name: string; table: string; key: string; title: string }
}

/** Every table that says something of a signup, under the name that it has in the file. */
export const dataSources: Record<string, Source> = {
  signups: { table: 'champion_signups', title: 'Your signup', of: 'id' },
  communities: {
    table: 'community_members',
    title: 'Communities that you are in',
    about: { name: 'community', table: 'communities', key: 'community_id', title: 'name' },
  },
  event_rsvps: {
    table: 'event_rsvps',
    title: 'Your answers to events',
    about: { name: 'event', table: 'events', key: 'event_id', title: 'title' },
  },
  opportunity_responses: {
    table: 'opportunity_responses',
    title: 'Your answers to opportunities',
    about: { name: 'opportunity', table: 'opportunities', key: 'opportunity_id', title: 'title' },
  },
  email_changes: { table: 'email_changes', title: 'Changes of your e-mail address', without: ['token_hash'] },
  devices: {
    table: 'champion_devices',
    title: 'Devices that were remembered',
    without: ['token_hash', 'previous_token_hash'],
  },
  sessions: { table: 'champion_sessions', title: 'Where you are signed in', without: ['token_hash'] },
  signin_requests: {
    table: 'signin_requests',
    title: 'Sign-in messages',
    without: ['email_hash', 'browser_hash', 'link_hash', 'code_hash'],
  },
  merges: { table: 'signup_merges', title: 'Signups of yours that were joined', of: 'survivor_id' },
  drafts: { table: 'signup_drafts', title: 'Your sign-up form', without: ['token_hash'] },
  activity: { table: 'activity_events', title: 'What happened' },
  letters: { table: 'signup_letters', title: 'Letters that our office wrote to you' },
  notes: { table: 'signup_notes', title: 'Notes of our office, which you can ask us for', onRequest: ['body'] },
}

const row = z.object({ title: z.string().nullable(), record: z.record(z.string(), z.unknown()) })
type Row = z.infer<typeof row>['record']

/** Everything that is known of a signup and of those that were merged into it; nothing of any other person. */
export async function everythingOf(db: Db, { id }: Pick<Signup, 'id'>): Promise<Record<string, Row[]>> {
  const signups = await idsStandingFor(db, id)
  const known: Record<string, Row[]> = {}
  for (const [name, source] of Object.entries(dataSources)) known[name] = await readSource(db, source, signups)
  return known
}

async function readSource(
  db: Db,
  { table, of = 'signup_id', without = [], onRequest = [], about }: Source,
  signups: readonly number[],
): Promise<Row[]> {
  const title = about
    ? sql`(select ${sql.ref(about.title)} from ${sql.table(about.table)} a where a.id = ${sql.ref(`t.${about.key}`)})`
    : sql`null`
  // The tables have no type in common: which one is read is a value here. As json, in the order of its columns.
  const rows = await selectRaw(
    db,
    row,
    sql`select ${title}::text as title, row_to_json(t) as record
      from ${sql.table(table)} t where ${sql.ref(`t.${of}`)} = any(${signups}::bigint[]) order by t`,
  )
  return rows.map(({ title, record }) => {
    const shown = Object.entries(record).filter(([column]) => !without.includes(column) && !onRequest.includes(column))
    return Object.fromEntries([...(about ? [[about.name, title] as const] : []), ...shown])
  })
}

/** The same to read: without ids, in words. */
export function readableData(known: Record<string, Row[]>): PropsOf<typeof dataPage>['sections'] {
  return Object.entries(dataSources).map(([name, { title }]) => ({
    title,
    records: known[name]!.map((record) =>
      Object.entries(record).flatMap(([column, value]) => {
        const said = isId(column) ? '' : inWords(value)
        return said ? [{ key: labels[column] ?? label(column), value: said }] : []
      }),
    ),
  }))
}

function isId(name: string): boolean {
  return /(^|_)(id|hash|key)$/.test(name)
}

const labels: Record<string, string> = {
  buid: 'BUID',
  google_uid: 'Google account number',
  google_linked_at: 'Google linked',
  created_at: 'Begun',
  updated_at: 'Last changed',
  completed_at: 'Completed',
  consented_at: 'Agreed',
  zip_code: 'ZIP code',
  email: 'E-mail address',
  old_email: 'From',
  new_email: 'To',
  degree_year: 'Year of degree',
  college_code: 'College',
  affinity_codes: 'Affinities',
  help_roles: 'Ways to help',
  payload: 'Details',
  type: 'What',
  occurred_at: 'When',
}

function label(column: string): string {
  const words = column.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const days = new Intl.DateTimeFormat('en-US', day)
const times = new Intl.DateTimeFormat('en-US', { ...day, hour: 'numeric', minute: '2-digit' })

function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([key]) => !isId(key))
      .map(([key, inner]) => `${key.replaceAll('_', ' ')}: ${inWords(inner)}`)
      .join('; ')
  const text = String(value)
  // What people typed may look like a date, and be none.
  if (Number.isNaN(Date.parse(text))) return text.replaceAll('_', ' ')
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return days.format(new Date(text))
  return /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(text)
    ? `${times.format(new Date(text)).replace(' at ', ', ')} UTC`
    : text.replaceAll('_', ' ')
}
