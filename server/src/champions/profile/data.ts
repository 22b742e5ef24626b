import { sql } from 'kysely'
import { formatClock } from '@alumni/shared/clock'
import type { PropsOf } from '@alumni/shared/portal'
import type { dataPage } from '@alumni/shared/champions/profile'
import { z } from 'zod'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { formatCode, columnLabel } from './data-labels.ts'
import { disclosedColumns, personalTables } from './personal-data.ts'

const row = z.object({
  section: z.string(),
  place: z.number(),
  title: z.string().nullable(),
  record: z.record(z.string(), z.unknown()),
})
type Row = z.infer<typeof row>['record']

/** Reads the disclosed columns of all records about a champion and signups merged into theirs, by section. */
export async function readPersonalData(db: Db, { id }: Pick<Signup, 'id'>): Promise<Record<string, Row[]>> {
  const signups = await signupIdsOf(db, id)
  const sections = personalTables.map(([table, source]) => selectRecords(table, source, { id, signups }))
  const rows = await selectRaw(db, row)`${sql.join(sections, sql` union all `)} order by place`
  return Object.fromEntries(
    personalTables.map(([, source]) => {
      const [reference] = referencesOf(source)
      const columns = disclosedColumns(source)
      const records = rows
        .filter(({ section }) => section === source.name)
        .map(({ title, record }) => {
          const entries = Object.entries(record).filter(([column]) => columns.has(column))
          return Object.fromEntries([...(reference ? [[reference.name, title] as const] : []), ...entries])
        })
      return [source.name, records]
    }),
  )
}

const referencesOf = ({ references }: (typeof personalTables)[number][1]) => (references ? [references].flat() : [])

function selectRecords(
  table: string,
  source: (typeof personalTables)[number][1],
  { id, signups }: { id: number; signups: readonly number[] },
) {
  const { name, column = 'signup_id', selectRows } = source
  const titles = referencesOf(source).map(
    ({ table, key, title }) =>
      sql`(select ${sql.ref(title)} from ${sql.table(table)} referenced where referenced.id = ${sql.ref(`t.${key}`)})`,
  )
  const isOfPerson =
    column === 'buid'
      ? sql`buid in (select buid from champion_signups where id = any(${signups}::bigint[]))`
      : sql`${sql.ref(column)} = any(${signups}::bigint[])`
  const personalRows = selectRows?.(id) ?? sql`select * from ${sql.table(table)} where ${isOfPerson}`
  return sql`select ${name}::text as section, row_number() over (order by t)::int as place,
      coalesce(${sql.join([...titles, sql`null::text`])})::text as title, row_to_json(t) as record
    from (${personalRows}) t`
}

export function formatPersonalData(data: Record<string, Row[]>, zone: string): PropsOf<typeof dataPage>['sections'] {
  return personalTables.map(([, { name, title }]) => ({
    title,
    records: data[name]!.map((record) =>
      Object.entries(record).flatMap(([column, value]) => {
        const decode = (item: unknown) => (typeof item === 'string' ? formatCode(column, item, name) : item)
        const text = isId(column) ? '' : formatValue(Array.isArray(value) ? value.map(decode) : decode(value), zone)
        return text ? [{ key: columnLabel(column, name), value: text }] : []
      }),
    ),
  }))
}

function isId(name: string): boolean {
  return /(^|_)(id|hash|key)$/.test(name)
}

function formatValue(value: unknown, zone: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((item) => formatValue(item, zone)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .flatMap(([key, inner]) => {
        const text = isId(key) ? '' : formatValue(inner, zone)
        return text ? [`${columnLabel(key)}: ${text}`] : []
      })
      .join('\n')
  const text = String(value)
  // Text such as "2026-13-45" matches the patterns below but is not a date.
  if (Number.isNaN(Date.parse(text))) return text.replaceAll('_', ' ')
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatClock(text, undefined, 'UTC', 'date')
  return /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(text)
    ? formatClock(text, undefined, zone, 'moment')
    : text.replaceAll('_', ' ')
}
