import pg from 'pg'
import type { AlternativeSearch, Reading, SearchFilters, SearchPage, SearchSort } from '@alumni/shared/alumni/search'
import type { ListPlace } from '@alumni/shared/page'
import type { Reach } from '@alumni/shared/champions/contact-preferences'
import { queryRows } from '../freshness/database.ts'
import type { IndexData } from '../freshness/read-everyone.ts'
import type { People } from '../columns/people.ts'
import { sortSlots } from '../columns/sort.ts'
import { findMatches, isDatabaseToken } from './find-matches.ts'
import type { SearchRequest, DatabaseToken, PreparedSearch, SearchMatches } from './find-matches.ts'
import { applyFilters, countSlotsByReach, removeOptedOut } from './filters.ts'
import { findAlternatives } from './find-alternatives.ts'
import { tokenize } from './tokens.ts'
import { sortByRelevance } from './match-names.ts'
import { answeredIds } from '@alumni/shared/alumni/answer-filters'

export type SearchResult = {
  matching: number
  ids: Int32Array
  corrections: SearchPage['corrections']
  readings: Reading[]
  others: AlternativeSearch[]
  notes: string[]
}

/** Reads BUIDs by e-mail address, by CRM ID and by champions' answers, which the index does not contain. */
export async function readBuidSets(pool: pg.Pool, request: SearchRequest): Promise<string[][]> {
  return Promise.all([
    ...tokenize(request.q ?? '')
      .tokens.filter(isDatabaseToken)
      .map((each) => readBuids(pool, each)),
    ...(request.answered || request.answer ? [readBuidsByAnswer(pool, request)] : []),
  ])
}

/** Returns the ids from position `from` up to `to`, exclusive, and the total. */
export function findAlumni(data: IndexData, search: PreparedSearch, from: number, to: number): SearchResult {
  const { people } = data
  const { ordered, matches } = sortMatches(data, search)
  return {
    matching: ordered.length,
    ids: ordered.slice(from, to).map((slot) => people.ids.values[slot]!),
    corrections: matches.corrections,
    readings: matches.readings,
    ...findAlternatives(data, search, matches),
  }
}

function sortMatches(data: IndexData, search: PreparedSearch) {
  const { people } = data
  const { q, sort, leaveOut } = search.request
  const matches = findMatches(data, search)
  const slots = leaveOut ? removeOptedOut(people, matches.slots) : matches.slots
  return { ordered: sortFound(people, { ...matches, slots }, sort ?? (q ? 'relevance' : 'name')), matches }
}

function sortFound(people: People, matches: SearchMatches, sort: SearchSort): Int32Array {
  if (sort !== 'relevance') return sortSlots(people, matches.slots, sort)
  return matches.words.length > 0
    ? sortByRelevance(people, matches, matches.box)
    : moveDeceasedToEnd(people, matches.slots)
}

function moveDeceasedToEnd(people: People, slots: Int32Array): Int32Array {
  const living = applyFilters(people, slots, { deceased: 'no' })
  if (living.length === slots.length) return slots
  const ordered = new Int32Array(slots.length)
  ordered.set(living)
  ordered.set(applyFilters(people, slots, { deceased: 'yes' }), living.length)
  return ordered
}

/** Counts places from 1. `before` is an earlier place, for the neighbors of someone who no longer matches. */
export function findPlace(data: IndexData, search: PreparedSearch, buid: string, before?: number): ListPlace {
  const { people } = data
  const { ordered } = sortMatches(data, search)
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

/** Ignores `leaveOut`. */
export function countSearchReach(data: IndexData, search: PreparedSearch): { matching: number; reach: Reach } {
  const { slots } = findMatches(data, search)
  return { matching: slots.length, reach: countSlotsByReach(data.people, slots) }
}

const byEmailQuery =
  'select buid from alumni where id in (select alumnus_id from alumni_emails where email >= $1 and email < $2)'
const byCrmIdQuery = 'select buid from alumni where crm_id = $1'

async function readBuids(pool: pg.Pool, token: DatabaseToken): Promise<string[]> {
  const text = token.kind === 'email' ? token.prefix : token.id
  if (text.includes('\0') || !text.isWellFormed()) return []
  const rows =
    token.kind === 'email'
      ? await queryRows(pool, 'email', byEmailQuery, [text, `${text}\u{10ffff}`])
      : await queryRows(pool, 'crm id', byCrmIdQuery, [text])
  return rows.map(([buid]) => buid!)
}

const answersQuery = `select distinct s.buid from (
    select signup_id from event_rsvps
      where ($1::bigint[] is null or event_id = any($1)) and ($3::text[] is null or status = any($3))
    union all
    select signup_id from opportunity_responses
      where ($2::bigint[] is null or opportunity_id = any($2)) and ($3::text[] is null or status = any($3))
  ) r join champion_signups s on s.id = surviving_signup(r.signup_id) where s.buid is not null`

/** Without `answered` or `answer`, any event, opportunity or answer counts. */
async function readBuidsByAnswer(
  pool: pg.Pool,
  { answered, answer }: Pick<SearchFilters, 'answered' | 'answer'>,
): Promise<string[]> {
  const ids = (kind: 'event' | 'opportunity') => (answered ? answeredIds(answered, kind) : null)
  const values = [ids('event'), ids('opportunity'), answer ?? null]
  return (await queryRows(pool, 'answers', answersQuery, values)).map(([buid]) => buid!)
}
