import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'
import { isAcknowledged, mayBeDone, type Operation } from './operations.ts'

type Counts = Map<string, number>

/** Signups, sign-ins, answers and batches are stored once if acknowledged, otherwise at most once. */
export async function lostOrRepeated(db: Db, operations: readonly Operation[]): Promise<string[]> {
  const stored: Record<string, Counts> = {
    signup: await counted(db, sql`select email as key, count(*)::int as count from champion_signups group by email`),
    signin: await counted(db, eventsOf('signin_requested')),
    code: await counted(db, eventsOf('signin_completed')),
    rsvp: await counted(
      db,
      sql`select replace(e.slug, 'storm-', '') || ' ' || s.email as key, count(*)::int as count
        from event_rsvps r join events e on e.id = r.event_id join champion_signups s on s.id = r.signup_id
        where r.status in ('going', 'waiting') group by 1`,
    ),
    batch: await counted(
      db,
      sql`select description as key, count(*)::int as count from engagements where description is not null group by 1`,
    ),
  }
  return operations.flatMap((operation) => {
    const counts = stored[operation.kind]
    return counts ? misfit(operation, counts.get(operation.key) ?? 0) : []
  })
}

function misfit(operation: Operation, count: number): string[] {
  const { kind, key, tries } = operation
  const whole = Number(tries[0]!.facts?.rows ?? 1)
  const found = `${count} ${whole > 1 ? 'rows' : 'times on file'}`
  if (isAcknowledged(operation))
    return count === whole ? [] : [`${kind}: ${key} was acknowledged and has ${found}, not ${whole}`]
  if (count === 0 || (count === whole && mayBeDone(operation))) return []
  return [`${kind}: ${key} was ${mayBeDone(operation) ? 'not answered' : 'refused'} and has ${found}`]
}

/** Each city is in the history as often as it was acknowledged, and each change follows the previous one. */
export async function lostEdits(db: Db, operations: readonly Operation[]): Promise<string[]> {
  const { rows } = await sql<{ buid: string; before: string | null; after: string; city: string; audited: number }>`
    select c.buid, c.fields->'city'->>0 as before, c.fields->'city'->>1 as after, a.city,
      (select count(*)::int from audit_entries e where e.action = 'alumnus.contact-edited'
        and e.subject = 'alumni/' || c.buid and e.detail->'fields'->'city'->1 = c.fields->'city'->1) as audited
    from record_changes c join alumni a on a.buid = c.buid
    where c.record = 'alumnus' and c.fields ? 'city' and c.staff_user_id is not null order by c.id`.execute(db)
  const findings: string[] = []
  const last = new Map<string, { after: string; city: string }>()
  for (const { buid, before, after, city, audited } of rows) {
    const expected = last.get(buid)?.after ?? 'Boston'
    if (before !== expected) findings.push(`edit: ${after} of ${buid} overwrote ${expected} and had seen ${before}`)
    if (audited !== 1) findings.push(`edit: ${after} of ${buid} is ${audited} times in the audit log`)
    last.set(buid, { after, city })
  }
  for (const [buid, { after, city }] of last)
    if (after !== city) findings.push(`edit: ${buid} has ${city}, and by its history ${after}`)
  for (const operation of operations.filter(({ kind }) => kind === 'edit')) {
    const count = rows.filter(({ after }) => after === operation.key).length
    const isWrong = isAcknowledged(operation) ? count !== 1 : count > (mayBeDone(operation) ? 1 : 0)
    if (isWrong)
      findings.push(
        `edit: ${operation.key} was ${isAcknowledged(operation) ? '' : 'not '}acknowledged and stands ${count} times in the history`,
      )
  }
  return findings
}

export async function overbooked(db: Db): Promise<string[]> {
  const { rows } = await sql<{ slug: string; places: number; taken: number }>`
    select e.slug, e.places, sum(1 + r.guests)::int as taken from event_rsvps r join events e on e.id = r.event_id
    where r.status in ('going', 'attended', 'absent') group by e.id having sum(1 + r.guests) > e.places`.execute(db)
  return rows.map(({ slug, places, taken }) => `rsvp: ${slug} has ${taken} places taken of ${places}`)
}

function eventsOf(type: string) {
  return sql`select s.email as key, count(*)::int as count from activity_events e
    join champion_signups s on s.id = e.signup_id where e.type = ${type} group by s.email`
}

async function counted(db: Db, query: ReturnType<typeof sql>): Promise<Counts> {
  const { rows } = await query.execute(db)
  return new Map((rows as { key: string; count: number }[]).map(({ key, count }) => [key, count]))
}
