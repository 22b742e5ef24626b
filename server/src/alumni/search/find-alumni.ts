import { sql } from 'kysely'
import type { SearchFilters, SearchPage, SearchSort } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import { filter } from './filters.ts'
import type { FreshPeople } from './fresh-people.ts'
import { keepBetween, keepListed, keepThese, nobody } from './keep.ts'
import type { People } from './people.ts'
import { sorted } from './sort.ts'
import { readTyped, type Typed } from './typed-text.ts'
import { byRelevance, findByWords } from './words-of-people.ts'

type Asked = SearchFilters & { sort?: SearchSort | undefined }

/** How many fit, their ids in the order asked for, and words that were respelt. `idsAt` takes places from 0, the second left out. */
export type Found = { matching: number; idsAt: (from: number, to: number) => number[]; respelt: SearchPage['respelt'] }

/** Finds all whom the box and the filters fit. Nothing that was committed before the call is missed. */
export async function findAlumni(
  em: EntityManager,
  fresh: FreshPeople,
  { q, sort, ...filters }: Asked,
): Promise<Found> {
  const typed = readTyped(q ?? '')
  const known = await Promise.all(typed.filter(isOnFileOnly).map((each) => buidsOnFile(em, each)))
  const { people, byName } = await fresh.now()
  const identified = known.reduce(
    (slots, buids) => keepThese(slots, marked(people, slotsOf(people, buids))),
    byName.everyone(people),
  )
  const numbered = typed.reduce((slots, each) => byNumbers(people, slots, each), identified)
  const words = typed.flatMap((each) => (each.kind === 'word' ? [each.word] : []))
  // Something was typed, but no letter or digit: nobody has it.
  const named = findByWords(people, q && typed.length === 0 ? nobody : numbered, words)
  const slots = filter(people, named.slots, filters)
  const order = sort ?? (words.length > 0 ? 'relevance' : 'name')
  const ordered = order === 'relevance' ? byRelevance(people, { ...named, slots }) : sorted(people, slots, order)
  return {
    matching: ordered.length,
    idsAt: (from, to) => Array.from(ordered.subarray(from, to), (slot) => people.ids[slot]!),
    respelt: named.respelt,
  }
}

type OnFileOnly = Extract<Typed, { kind: 'crm_id' | 'email' }>

function isOnFileOnly(typed: Typed): typed is OnFileOnly {
  return typed.kind === 'crm_id' || typed.kind === 'email'
}

/** What an index of storage finds at once is not kept in memory. */
async function buidsOnFile(em: EntityManager, typed: OnFileOnly): Promise<string[]> {
  const text = typed.kind === 'email' ? typed.beginning : typed.id
  if (text.includes('\0') || !text.isWellFormed()) return []
  const { rows } = await (
    typed.kind === 'email'
      ? sql<{
          buid: string
        }>`select buid from alumni where id in (select alumnus_id from alumni_emails where email >= ${text} and email < ${`${text}\u{10ffff}`})`
      : sql<{ buid: string }>`select buid from alumni where crm_id = ${text}`
  ).execute(em.getKysely())
  return rows.map(({ buid }) => buid)
}

function slotsOf(people: People, buids: string[]): number[] {
  return buids.map((buid) => people.slotOf(buid)).filter((slot) => slot !== undefined)
}

/** 1 at the places of these slots. */
function marked({ ids }: People, slots: number[]): Uint8Array {
  const marks = new Uint8Array(ids.length)
  for (const slot of slots) marks[slot] = 1
  return marks
}

function byNumbers(people: People, slots: Int32Array, typed: Typed): Int32Array {
  switch (typed.kind) {
    case 'buid':
      return keepBetween(slots, people.buids.values, typed.from, typed.to)
    case 'contact_id':
      return keepBetween(slots, people.contactIds.values, typed.from, typed.to)
    case 'digits':
      return byDigits(people, slots, typed.digits)
    default:
      return slots
  }
}

/** A phone number with these first or last digits, or the id that they are without its letter. */
function byDigits(people: People, slots: Int32Array, digits: string): Int32Array {
  const { buids, contactIds, phones, dictionaries } = people
  const called = keepListed(
    slots,
    phones,
    dictionaries.phones.marks((phone) => phone.startsWith(digits) || phone.endsWith(digits)),
  )
  const asId = digits.length === 8 ? buids : digits.length === 9 ? contactIds : undefined
  if (!asId) return called
  const numbered = keepBetween(slots, asId.values, Number(digits), Number(digits))
  return keepThese(slots, marked(people, [...called, ...numbered]))
}
