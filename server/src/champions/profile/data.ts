import { sql } from 'kysely'
import { formatClock } from '@alumni/shared/clock'
import type { PropsOf } from '@alumni/shared/portal'
import type { dataPage } from '@alumni/shared/champions/profile'
import { z } from 'zod'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { formatCode, columnLabel } from './data-words.ts'
import { sharedColumns, personalTables } from './personal-data.ts'

const row = z.object({
  section: z.string(),
  place: z.number(),
  title: z.string().nullable(),
  record: z.record(z.string(), z.unknown()),
})
type Row = z.infer<typeof row>['record']

/** Reads the personal data of a signup and of those merged into it, by section. */
export async function readPersonalData(db: Db, { id }: Pick<Signup, 'id'>): Promise<Record<string, Row[]>> {
  const signups = await signupIdsOf(db, id)
  const sections = personalTables.map(([table, source]) => selectRecords(table, source, { id, signups }))
  const rows = await selectRaw(db, row, sql`${sql.join(sections, sql` union all `)} order by place`)
  return Object.fromEntries(
    personalTables.map(([, source]) => {
      const { name } = source
      const abouts = aboutsOf(source)
      const columns = sharedColumns(source)
      const records = rows
        .filter(({ section }) => section === name)
        .map(({ title, record }) => {
          const entries = Object.entries(record).filter(([column]) => columns.has(column))
          return Object.fromEntries([...abouts.slice(0, 1).map(({ name }) => [name, title] as const), ...entries])
        })
      return [name, records]
    }),
  )
}

const aboutsOf = ({ about }: (typeof personalTables)[number][1]) => (about ? [about].flat() : [])

/** Selects the rows of one table as JSON, since the tables share no type. */
function selectRecords(
  table: string,
  source: (typeof personalTables)[number][1],
  { id, signups }: { id: number; signups: readonly number[] },
) {
  const { name, of = 'signup_id', rows } = source
  const titles = aboutsOf(source).map(
    ({ table, key, title }) =>
      sql`(select ${sql.ref(title)} from ${sql.table(table)} a where a.id = ${sql.ref(`t.${key}`)})`,
  )
  const isTheirs =
    of === 'buid'
      ? sql`buid in (select buid from champion_signups where id = any(${signups}::bigint[]))`
      : sql`${sql.ref(of)} = any(${signups}::bigint[])`
  const personalRows = rows?.(id) ?? sql`select * from ${sql.table(table)} where ${isTheirs}`
  return sql`select ${name}::text as section, row_number() over (order by t)::int as place,
      coalesce(${sql.join([...titles, sql`null::text`])})::text as title, row_to_json(t) as record
    from (${personalRows}) t`
}

/** Formats personal data for the page: without ids, with labels, and with times in `zone`. */
export function formatPersonalData(known: Record<string, Row[]>, zone: string): PropsOf<typeof dataPage>['sections'] {
  return personalTables.map(([, { name, title }]) => ({
    title,
    records: known[name]!.map((record) =>
      Object.entries(record).flatMap(([column, value]) => {
        const toWords = (each: unknown) => (typeof each === 'string' ? formatCode(column, each, name) : each)
        const text = isId(column) ? '' : inWords(Array.isArray(value) ? value.map(toWords) : toWords(value), zone)
        return text ? [{ key: columnLabel(column, name), value: text }] : []
      }),
    ),
  }))
}

function isId(name: string): boolean {
  return /(^|_)(id|hash|key)$/.test(name)
}

function inWords(value: unknown, zone: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((each) => inWords(each, zone)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .flatMap(([key, inner]) => {
        const text = isId(key) ? '' : inWords(inner, zone)
        return text ? [`${columnLabel(key)}: ${text}`] : []
      })
      .join('\n')
  const text = String(value)
  // Typed text may look like a date without being one.
  if (Number.isNaN(Date.parse(text))) return text.replaceAll('_', ' ')
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatClock(text, undefined, 'UTC', 'date')
  return /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(text)
    ? formatClock(text, undefined, zone, 'moment')
    : text.replaceAll('_', ' ')
}
