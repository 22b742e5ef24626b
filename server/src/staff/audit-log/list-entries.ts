import { rowsPerPage } from '@alumni/shared/page'
import { serviceActor, maxCountedEntries } from '@alumni/shared/staff/audit-log'
import type { AuditEntry, AuditPage, AuditQuery } from '@alumni/shared/staff/audit-log'
import { sql, type SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { utc } from '../../foundations/database/utc.ts'
import { isInDays } from '../../foundations/days.ts'
import type { Config } from '../../foundations/process/config.ts'
import { presentDetail } from './present-detail.ts'
import { findSubjectNames, type SubjectNames } from './subject-names.ts'

export const auditUrl = '/settings/audit_log'

/** Returns a page of audit log entries, newest first. `next` is the `before` of the next page, or null. */
export async function readAuditPage(
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
  const page = entries.slice(0, rowsPerPage)
  const names = await findSubjectNames(
    db,
    subjectNames,
    page.map(({ subject }) => subject),
  )
  return {
    entries: page.map((entry) => ({ ...entry, name: names.get(entry.subject) || null })),
    matching,
    isCounted,
    next: entries.length > rowsPerPage ? page.at(-1)!.id : null,
    people,
    actions,
    links: { csv: `${auditUrl}.csv${buildSearch(filter)}` },
  }
}

/** Searches with more than `maxCounted` matches in the newest `maxScanned` entries are not counted further. */
const [maxScanned, maxCounted] = [25_000, 1000] as const

/** Counts matches up to a limit. Does not count frequent words, because that would read all their entries. */
async function countEntries(
  db: Db,
  config: Config,
  filter: AuditQuery,
): Promise<{ matching: number; isCounted: boolean }> {
  if (
    filter.q &&
    (await countUpTo(db, maxCounted + 1, selectEntries(db, config, filter, newestEntries(db)))) > maxCounted
  )
    return { matching: maxCounted, isCounted: false }
  const matching = await countUpTo(db, maxCountedEntries + 1, selectEntries(db, config, filter))
  return { matching: Math.min(matching, maxCountedEntries), isCounted: matching <= maxCountedEntries }
}

async function countUpTo(db: Db, limit: number, entries: Entries): Promise<number> {
  const limited = entries.select('id').limit(limit)
  const { count } = await db
    .selectFrom(limited.as('limited'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const auditHeader = ['When', 'Who', 'From', 'Action', 'Subject', 'Changes', 'Facts'] as const

/** Yields the rows of the CSV file of the audit log, newest first, in batches of 500. */
export async function* listRows(db: Db, config: Config, query: AuditQuery): AsyncGenerator<(string | null)[][]> {
  const { isCounted } = await countEntries(db, config, query)
  for (let before: number | undefined; ;) {
    const entries = await readEntries(db, config, { ...query, before }, 500, isCounted)
    if (entries.length === 0) return
    yield entries.map(({ at, who, address, action, subject, changes, facts }) => [
      at,
      who,
      address,
      action,
      subject,
      changes.map((change) => `${change.field}: ${change.before ?? ''} → ${change.after ?? ''}`).join('\n'),
      facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    ])
    before = entries.at(-1)!.id
  }
}

/** Sorts all matches if they were counted. Otherwise scans from the newest entry, because sorting may take a minute. */
async function readEntries(
  db: Db,
  config: Config,
  query: AuditQuery,
  limit: number,
  isCounted: boolean,
): Promise<Omit<AuditEntry, 'name'>[]> {
  const columns = ['id', 'who', 'address', 'action', 'subject', 'detail', utc('at').as('at')] as const
  const entries = selectEntries(db, config, query).select(columns)
  const rows = await db
    .with(
      (cte) => (isCounted ? cte('entries').materialized() : cte('entries').notMaterialized()),
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

function selectEntries(
  db: Db,
  config: Config,
  { q, who, action, subject, from, to, before }: AuditQuery,
  source: Entries = db.selectFrom('audit_entries'),
): Entries {
  const words = q?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return source
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
  const rows = await selectRaw(db, z.object({ action: z.string() }))`
      with recursive actions as (
        select min(action) as action from audit_entries
        union all
        select (select min(entry.action) from audit_entries as entry where entry.action > actions.action)
        from actions
        where actions.action is not null
      )
      select action from actions where action is not null
    `
  return rows.map(({ action }) => action)
}

function buildSearch(filter: Omit<AuditQuery, 'before'>): string {
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
