import { sql } from 'kysely'
import { listSubject } from './audit-list-letters.ts'
import type { Db } from '../src/foundations/database/db.ts'
import { faultsIn, type Broken, type Delivered, type Entry } from './history.ts'
import { isAcknowledged, type Operation } from './operations.ts'

/** A fault may begin between the arrival of a letter and its record. */
const leadMs = 1000
/** Half-open links and resumed workers are detected up to five seconds later. */
const lagMs = 5000

/**
 * Each request causes one letter. A second letter is allowed only if a fault interrupted sending the first one, because
 * then no one knows whether it was sent.
 */
export async function wrongLetters(
  db: Db,
  history: readonly Entry[],
  operations: readonly Operation[],
): Promise<string[]> {
  const letters = history.filter((entry) => entry.type === 'letter').filter(({ subject }) => subject !== listSubject)
  const faults = faultsIn(history).filter(({ may }) => may.includes('letter-twice'))
  const findings: string[] = []
  const byWhat = Map.groupBy(letters, ({ to, subject }) => `${subject} to ${to}`)
  for (const [what, copies] of byWhat)
    if (copies.length > 1 && !copies.slice(0, -1).every((copy) => isExcused(copy, faults)))
      findings.push(`letter: ${copies.length} letters “${what}”`)
  const addresses = new Map(Map.groupBy(letters, ({ to }) => to))
  for (const operation of operations.filter(isAcknowledged)) {
    const { kind, key, tries } = operation
    const missing =
      kind === 'signup' || kind === 'signin'
        ? !addresses.has(key)
        : kind === 'rsvp' && !isToldOf(addresses.get(String(tries[0]!.facts!.email)), Number(tries[0]!.facts!.event))
    if (missing) findings.push(`letter: ${kind} ${key} was acknowledged, and no letter has left`)
  }
  const { rows } = await sql<{ sent: number; unneeded: number; given_up: number }>`
    select count(*) filter (where sent_at is not null and not unneeded)::int as sent,
      count(*) filter (where unneeded)::int as unneeded,
      count(*) filter (where given_up_at is not null)::int as given_up from letters where kind <> 'list-letter'`.execute(
    db,
  )
  const { sent, unneeded, given_up } = rows[0]!
  if (given_up > 0) findings.push(`letter: ${given_up} letters were given up`)
  if (sent > letters.length) findings.push(`letter: ${sent} are marked as sent, and ${letters.length} came`)
  // An interrupted letter is sent again, unless its link has been used.
  const written = sent + Math.min(unneeded, letters.filter((each) => isExcused(each, faults)).length)
  if (written < byWhat.size) findings.push(`letter: ${byWhat.size} different ones came, and ${sent} are marked as sent`)
  return findings
}

function isToldOf(letters: readonly Delivered[] | undefined, event: number): boolean {
  return letters?.some(({ subject }) => subject.endsWith(`: Storm ${event} evening`)) ?? false
}

function isExcused({ at }: Delivered, faults: readonly Broken[]): boolean {
  return faults.some(({ from, to }) => from - leadMs < at && at < to + lagMs)
}
