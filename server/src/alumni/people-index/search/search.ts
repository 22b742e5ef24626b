import type pg from 'pg'
import type { AlternativeSearch, Reading, SearchPage } from '@alumni/shared/alumni/search'
import type { ListPlace } from '@alumni/shared/page'
import type { Reach } from '@alumni/shared/champions/contact-preferences'
import { rowsOf } from '../freshness/database.ts'
import { buidsOfAnswers } from './answered.ts'
import type { Everyone } from '../freshness/read-everyone.ts'
import { sorted } from '../columns/sort.ts'
import { answer, isOnFileOnly, type Asked, type OnFileOnly, type Question } from './answer.ts'
import { reachOf, withoutOptedOut } from './filters.ts'
import { otherQuestions } from './others.ts'
import { readBox } from './typed-text.ts'
import { byRelevance } from './words.ts'

/**
 * The number of matches, the ids from one position to before another in the requested order, the corrected words, and
 * how the box was read.
 */
export type Found = {
  matching: number
  ids: Int32Array
  corrections: SearchPage['corrections']
  readings: Reading[]
  others: AlternativeSearch[]
  notes: string[]
}

/** Looks up what an index of storage finds at once and memory need not hold. */
export async function findOnFile(pool: pg.Pool, asked: Asked): Promise<string[][]> {
  return Promise.all([
    ...readBox(asked.q ?? '')
      .typed.filter(isOnFileOnly)
      .map((each) => buidsOnFile(pool, each)),
    ...(asked.answered || asked.answer ? [buidsOfAnswers(pool, asked)] : []),
  ])
}

/** Finds all whom the box and the filters fit. */
export function findAlumni(everyone: Everyone, question: Question, from: number, to: number): Found {
  const { people } = everyone
  const { ordered, found } = inOrder(everyone, question)
  return {
    matching: ordered.length,
    ids: ordered.slice(from, to).map((slot) => people.ids.values[slot]!),
    corrections: found.corrections,
    readings: found.readings,
    ...otherQuestions(everyone, question, found),
  }
}

function inOrder(everyone: Everyone, question: Question) {
  const { people } = everyone
  const { sort, leaveOut } = question.asked
  const found = answer(everyone, question)
  const slots = leaveOut ? withoutOptedOut(people, found.slots) : found.slots
  const order = sort ?? (found.isNamed ? 'relevance' : 'name')
  const ordered =
    order === 'relevance' ? byRelevance(people, { ...found, slots }, found.box) : sorted(people, slots, order)
  return { ordered, found }
}

/** Finds the place of a person among the matches, from 1, and who stands beside it; `before` is where they stood. */
export function findPlace(everyone: Everyone, question: Question, buid: string, before?: number): ListPlace {
  const { people } = everyone
  const { ordered } = inOrder(everyone, question)
  const slot = people.slotOf(buid)
  const index = slot === undefined ? -1 : ordered.indexOf(slot)
  const buidAt = (index: number) =>
    index in ordered ? `B${String(people.buids.values[ordered[index]!]!).padStart(8, '0')}` : null
  const neighbors =
    index >= 0
      ? { previous: buidAt(index - 1), next: buidAt(index + 1) }
      : { previous: before ? buidAt(before - 2) : null, next: before ? buidAt(before - 1) : null }
  return { place: index >= 0 ? index + 1 : null, matching: ordered.length, ...neighbors }
}

/** Counts the matches, and how many can be e-mailed. */
export function findReach(everyone: Everyone, question: Question): { matching: number; reach: Reach } {
  const { slots } = answer(everyone, question)
  return { matching: slots.length, reach: reachOf(everyone.people, slots) }
}

const byEmail =
  'select buid from alumni where id in (select alumnus_id from alumni_emails where email >= $1 and email < $2)'
const byCrmId = 'select buid from alumni where crm_id = $1'

async function buidsOnFile(pool: pg.Pool, typed: OnFileOnly): Promise<string[]> {
  const text = typed.kind === 'email' ? typed.prefix : typed.id
  if (text.includes('\0') || !text.isWellFormed()) return []
  const rows =
    typed.kind === 'email'
      ? await rowsOf(pool, 'email', byEmail, [text, `${text}\u{10ffff}`])
      : await rowsOf(pool, 'crm id', byCrmId, [text])
  return rows.map(([buid]) => buid!)
}
