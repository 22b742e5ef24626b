import { rowsPerPage } from '@alumni/shared/page'
import {
  serviceActor,
  maxCountedEntries,
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
} from '@alumni/shared/staff/audit-log'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { utc } from '../../foundations/database/utc.ts'
import { isInDays } from '../../foundations/days.ts'
import type { Config } from '../../foundations/process/config.ts'
import { presentDetail } from './present-detail.ts'
import { findSubjectNames, type SubjectNames } from './subject-names.ts'

export const auditUrl = '/settings/audit_log'

export async function listEntries(
  db: Db,
  config: Config,
  subjectNames: SubjectNames,
  query: AuditQuery,
): Promise<AuditPage> {
  const { before: _, ...filter } = query
  const { matching, isCounted } = await countEntries(db, config, filter)
  const [entries, people, actions] = await Promise.all([
    readEntries(db, config, query, rowsPerPage + 1, isCounted),
    db
      .selectFrom('staff_users')
      .select(['id', 'name'])
      .orderBy(sql`lower(name)`)
      .execute(),
    listActions(db),
  ])
  const shownEntries = entries.slice(0, rowsPerPage)
  const names = await findSubjectNames(
    db,
    subjectNames,
    shownEntries.map(({ subject }) => subject),
  )
  return {
    entries: shownEntries.map((entry) => ({ ...entry, name: names.get(entry.subject) || null })),
    matching,
    isCounted,
    next: entries.length > rowsPerPage ? shownEntries.at(-1)!.id : null,
    people,
    actions,
    links: { csv: `${auditUrl}.csv${search(filter)}` },
  }
}

/** Words with more than `maxCounted` matches in the newest `maxScanned` entries are not counted. */
const [maxScanned, maxCounted] = [25_000, 1000] as const

/** Does not search the word index for frequent words, which would read all their entries. */
async function countEntries(
  db: Db,
  config: Config,
  filter: AuditQuery,
): Promise<{ matching: number; isCounted: boolean }> {
  if (filter.q && (await countUpTo(db, maxCounted + 1, found(db, config, filter, newestEntries(db)))) > maxCounted)
    return { matching: maxCounted, isCounted: false }
  const matching = await countUpTo(db, maxCountedEntries + 1, found(db, config, filter))
  return { matching: Math.min(matching, maxCountedEntries), isCounted: matching <= maxCountedEntries }
}

async function countUpTo(db: Db, limit: number, entries: Entries): Promise<number> {
  const some = entries.select('id').limit(limit)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const auditHeader = ['When', 'Who', 'From', 'Action', 'Subject', 'Changes', 'Facts'] as const

/** Yields the entries of a filter for a file, 500 at a time, newest first. */
export async function* listRows(db: Db, config: Config, query: AuditQuery): AsyncGenerator<(string | null)[][]> {
  const { isCounted: areFew } = await countEntries(db, config, query)
  for (let before: number | undefined; ;) {
    const entries = await readEntries(db, config, { ...query, before }, 500, areFew)
    if (entries.length === 0) return
    yield entries.map(({ at, who, address, action, subject, changes, facts }) => [
      at,
      who,
      address,
      action,
      subject,
      changes.map(({ field, before: was, after: is }) => `${field}: ${was ?? ''} → ${is ?? ''}`).join('\n'),
      facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    ])
    before = entries.at(-1)!.id
  }
}

/** Sorts few matches, but scans for many: PostgreSQL cannot choose and may take a minute for a million entries. */
async function readEntries(
  db: Db,
  config: Config,
  query: AuditQuery,
  limit: number,
  areFew: boolean,
): Promise<Omit<AuditEntry, 'name'>[]> {
  const columns = ['id', 'who', 'address', 'action', 'subject', 'detail', utc('at').as('at')] as const
  const entries = found(db, config, query).select(columns)
  const rows = await db
    .with(
      (cte) => (areFew ? cte('entries').materialized() : cte('entries').notMaterialized()),
      () => entries,
    )
    .selectFrom('entries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, page: toPageUrl(row.subject), ...presentDetail(detail) }))
}

/** Selects the newest entries. The inner limit prevents PostgreSQL from using the word index. */
function newestEntries(db: Db): Entries {
  const newest = db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(maxScanned)
  return db.selectFrom(newest.as('audit_entries')) as unknown as Entries
}

function found(
  db: Db,
  config: Config,
  { q, who, action, subject, from, to, before }: AuditQuery,
  all: Entries = db.selectFrom('audit_entries'),
): Entries {
  const words = (q ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return all
    .$if(words.length > 0, (entries) =>
      entries.where(sql<boolean>`words @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`),
    )
    .$if(who !== undefined, (entries) =>
      who === serviceActor ? entries.where('staff_user_id', 'is', null) : entries.where('staff_user_id', '=', who!),
    )
    .$if(action !== undefined, (entries) => entries.where('action', '=', action!))
    .$if(Boolean(subject), (entries) => entries.where('subject', '=', subject!))
    .$if(from !== undefined || to !== undefined, (entries) =>
      entries.where(isInDays('at', config.INSTITUTION_TIME_ZONE, from, to)),
    )
    .$if(before !== undefined, (entries) => entries.where('id', '<', before!))
}
type Entries = SelectQueryBuilder<Tables, 'audit_entries', object>

/** Lists the recorded actions by skipping along the index, without reading all entries. */
async function listActions(db: Db): Promise<string[]> {
  const rows = await db
    .withRecursive('actions', (db) =>
      db
        .selectFrom('audit_entries')
        .select(({ fn }) => fn.min<string | null>('action').as('action'))
        .unionAll(
          db
            .selectFrom('actions as a')
            .where('a.action', 'is not', null)
            .select(({ selectFrom }) =>
              selectFrom('audit_entries as e')
                .select(({ fn }) => fn.min<string | null>('e.action').as('action'))
                .whereRef('e.action', '>', 'a.action')
                .as('action'),
            ),
        ),
    )
    .selectFrom('actions')
    .select('action')
    .where('action', 'is not', null)
    .execute()
  return rows.map(({ action }) => action!)
}

function search(filter: Omit<AuditQuery, 'before'>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) params.set(name, String(value))
  return params.size > 0 ? `?${params.toString()}` : ''
}

function toPageUrl(subject: string): string | null {
  const [kind = '', id = ''] = subject.split('/')
  const page = pages[kind]
  return page && id ? page(encodeURIComponent(id)) : null
}
const pages: Record<string, (id: string) => string> = {
  alumni: (id) => `/alumni/${id}`,
  contacts: (id) => `/settings/imports/contacts/batches/${id}`,
  educations: (id) => `/settings/imports/educations/batches/${id}`,
  'areas-of-study': (id) => `/settings/imports/areas-of-study/batches/${id}`,
  employment: (id) => `/settings/imports/employment/batches/${id}`,
  'champion-signups': (id) => `/champion_signups/${id}`,
  communities: (id) => `/settings/content/communities/${id}`,
  events: (id) => `/champion_signups/events/${id}`,
  list_letters: (id) => `/letters/${id}`,
  news_items: (id) => `/settings/content/news/${id}`,
  opportunities: (id) => `/champion_signups/opportunities/${id}`,
}
