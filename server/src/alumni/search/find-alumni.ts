import { sql } from 'kysely'
import type { SearchFilters, SearchPage, SearchSort } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import { filter } from './filters.ts'
import type { FreshPeople } from './fresh-people.ts'
import { keep } from './keep.ts'
import type { People } from './people.ts'
import { sorted } from './sort.ts'
import { numbersFrom, readTyped, type Typed } from './typed-text.ts'
import { byRelevance, findByWords } from './words-of-people.ts'

type Asked = SearchFilters & { sort?: SearchSort | undefined }

/** How many fit, their ids in the order asked for, and words that were respelt. `idsAt` takes places from 0, the second left out. */
export type Found = { matching: number; idsAt: (from: number, to: number) => number[]; respelt: SearchPage['respelt'] }

/** Finds all whom the box and the filters fit. Nothing that was committed before the call is missed. */
export async function findAlumni(em: EntityManager, fresh: FreshPeople, { q, sort, ...filters }: Asked): Promise<Found> {
  const typed = readTyped(q ?? '')
  const known = await Promise.all(typed.filter(isOnFileOnly).map((each) => idsOnFile(em, each)))
  const { people, byName } = await fresh.now()
  const identified = known.reduce((slots, ids) => keep(slots, (slot) => ids.has(people.ids[slot]!)), people.present())
  const numbered = typed.reduce((slots, each) => byNumbers(people, slots, each), identified)
  const words = typed.flatMap((each) => (each.kind === 'word' ? [each.word] : []))
  // Something was typed, but no letter or digit: nobody has it.
  const named = findByWords(people, q && typed.length === 0 ? new Int32Array() : numbered, words)
  const slots = byName.sort(people, filter(people, named.slots, filters))
  const order = sort ?? (words.length > 0 ? 'relevance' : 'name')
  const ordered = order === 'relevance' ? byRelevance(people, { ...named, slots }) : sorted(people, slots, order)
  return { matching: ordered.length, idsAt: (from, to) => Array.from(ordered.subarray(from, to), (slot) => people.ids[slot]!), respelt: named.respelt }
}

type OnFileOnly = Extract<Typed, { kind: 'crm_id' | 'email' }>

function isOnFileOnly(typed: Typed): typed is OnFileOnly {
  return typed.kind === 'crm_id' || typed.kind === 'email'
}

/** What an index of storage finds at once is not kept in memory. */
async function idsOnFile(em: EntityManager, typed: OnFileOnly): Promise<Set<number>> {
  const text = typed.kind === 'email' ? typed.beginning : typed.id
  if (text.includes('\0') || !text.isWellFormed()) return new Set()
  const { rows } = await (typed.kind === 'email'
    ? sql<{ id: string }>`select alumnus_id as id from alumni_emails where email >= ${text} and email < ${`${text}\u{10ffff}`}`
    : sql<{ id: string }>`select id from alumni where crm_id = ${text}`
  ).execute(em.getKysely())
  return new Set(rows.map(({ id }) => Number(id)))
}

function byNumbers(people: People, slots: Int32Array, typed: Typed): Int32Array {
  const [buids, contactIds] = [people.buids.values, people.contactIds.values]
  switch (typed.kind) {
    case 'buid':
      return keep(slots, (slot) => buids[slot]! >= typed.from && buids[slot]! <= typed.to)
    case 'contact_id':
      return keep(slots, (slot) => contactIds[slot]! >= typed.from && contactIds[slot]! <= typed.to)
    case 'digits':
      return keep(slots, hasDigits(people, typed.digits))
    default:
      return slots
  }
}

/** A phone number with these first or last digits, or the id that they are without its letter. */
function hasDigits({ buids, contactIds, phones, dictionaries }: People, digits: string): (slot: number) => boolean {
  const marks = dictionaries.phones.marks((phone) => phone.startsWith(digits) || phone.endsWith(digits)) ?? new Uint8Array()
  const { values, starts, ends } = phones
  const [asBuid, asContactId] = [8, 9].map((length) => (digits.length === length ? numbersFrom(digits, length).from : undefined))
  return (slot) => {
    if (buids.values[slot] === asBuid || contactIds.values[slot] === asContactId) return true
    for (let at = starts[slot]!; at < ends[slot]!; at++) if (marks[values[at]!] === 1) return true
    return false
  }
}
