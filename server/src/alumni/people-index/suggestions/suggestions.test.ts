import fc from 'fast-check'
import { expect, test } from 'vitest'
import { People } from '../columns/people.ts'
import type { Alumnus } from '../columns/person.ts'
import { Suggestions, type IdentifierRange } from './suggestions.ts'

const jose: Alumnus = {
  id: 1,
  buid: 'B00000001',
  contact_id: null,
  last_name: null,
  first_name: null,
  preferred_name: null,
  former_last_name: null,
  prefix: null,
  middle_name: null,
  suffix: null,
  mobile_phone: null,
  home_phone: null,
  city: null,
  state: null,
  country: null,
  postal_code: null,
  deceased: false,
  do_not_contact: false,
  do_not_email: false,
  has_email: false,
}
const peggy: Alumnus = {
  ...jose,
  first_name: 'Margaret',
  preferred_name: 'Peggy',
  last_name: "O'Neil",
  former_last_name: 'Jones',
}
function index() {
  const people = new People()
  return { people, suggestions: new Suggestions(people) }
}
const findNames = (suggestions: Suggestions, ...words: string[]) =>
  suggestions.find(words, null, 10).map(({ display_name }) => display_name)

test('Peggy is found by her new name at once after she marries, and no longer by the old one', () => {
  const { people, suggestions } = index()
  for (const sortIn of [() => undefined, () => suggestions.mergeMoved(0)]) {
    people.setAlumnus(peggy)
    sortIn()
    expect(findNames(suggestions, 'peggy', "o'neil")).toEqual([`Margaret "Peggy" (Jones) O'Neil`])
    people.setAlumnus({ ...peggy, last_name: 'Diaz' })
    sortIn()
    expect([findNames(suggestions, "o'neil"), findNames(suggestions, 'dia')]).toEqual([
      [],
      ['Margaret "Peggy" (Jones) Diaz'],
    ])
  }
})

test('a new degree and a new title show without moving the person', () => {
  const { people, suggestions } = index()
  people.setAlumnus(peggy)
  suggestions.mergeMoved(0)
  people.setAlumnus({ ...peggy, prefix: 'Dr.' })
  const display = { degree_code: 'MD', degree_date: '2012-05-11', major_desc: null, college_name: null }
  const degree = { college: null, major: null, degree: 'MD', year: 2012, day: 77_564, isDegree: true, shown: display }
  people.setDegrees(people.slotOf(peggy.buid)!, [degree])
  expect(people.movedSlots.typeahead.size).toBe(0)
  expect(suggestions.find(['peg'], null, 10)).toMatchObject([
    {
      display_name: `Dr. Margaret "Peggy" (Jones) O'Neil`,
      recent_degree: { degree_code: 'MD', degree_date: '2012-05-11', major_desc: null },
    },
  ])
})

test('a person who is renamed, deleted and added again keeps one slot', () => {
  const { people } = index()
  for (let time = 0; time < 5; time++) {
    people.setAlumnus({ ...peggy, last_name: `Name${time}` })
    people.remove(peggy.buid)
  }
  people.setAlumnus(peggy)
  expect([people.size, people.length]).toEqual([1, 2])
})

test('the start of a BUID suggests the first ten of a thousand people by name, or all of a few', () => {
  const { people, suggestions } = index()
  const range = (from: number, to: number): IdentifierRange => ({ column: 'buids', from, to })
  for (let position = 0; position < 1000; position++)
    people.setAlumnus({
      ...jose,
      id: position,
      buid: `B${String(20_000_000 + position)}`,
      last_name: `Name ${String(999 - position).padStart(3, '0')}`,
    })
  const names = (from: number, to: number) =>
    suggestions.find(['b2000'], range(from, to), 10).map(({ last_name }) => last_name)
  for (const sortIn of [() => undefined, () => suggestions.mergeMoved(0)]) {
    sortIn()
    expect(names(20_000_000, 20_009_999)).toEqual(Array.from({ length: 10 }, (_, position) => `Name 00${position}`))
    expect(names(20_000_990, 20_000_991)).toEqual(['Name 008', 'Name 009'])
    expect(names(30_000_000, 39_999_999)).toEqual([])
  }
})

const name = fc.option(
  fc.constantFrom(
    'Mary',
    'mary',
    'Marzena',
    'Mark',
    'Smith',
    'SMITH',
    'Smithers',
    'Álvarez',
    'Alvarez',
    '𝒜',
    '\uffee',
    'Ng',
    'N',
  ),
  { nil: null, freq: 4 },
)
const entry = fc.record({ person: fc.nat(40), first: name, last: name, preferred: name, former: name })
const action = fc.oneof(
  { weight: 6, arbitrary: entry },
  { weight: 2, arbitrary: fc.record({ gone: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.constant('sort in' as const) },
)
const words = fc.uniqueArray(
  fc.constantFrom('m', 'ma', 'mar', 'mary', 'marz', 'marze', 's', 'smith', 'smithe', 'n', 'ng', 'a', 'á', '𝒜', 'x'),
  { minLength: 1, maxLength: 4 },
)

test('after any sequence of changes the suggestions equal those of a linear search', () => {
  fc.assert(
    fc.property(
      fc.array(action, { maxLength: 120 }),
      fc.array(words, { minLength: 5, maxLength: 5 }),
      (actions, prefixes) => {
        const [{ people, suggestions }, model] = [index(), new Map<string, Alumnus>()]
        for (const each of actions) {
          if (each === 'sort in') suggestions.mergeMoved(0)
          else if ('gone' in each) {
            people.remove(buidOf(each.gone))
            model.delete(buidOf(each.gone))
          } else {
            const now = {
              ...jose,
              id: each.person,
              buid: buidOf(each.person),
              first_name: each.first,
              last_name: each.last,
              preferred_name: each.preferred,
              former_last_name: each.former,
            }
            people.setAlumnus(now)
            model.set(now.buid, now)
          }
        }
        for (const each of prefixes)
          expect(suggestions.find(each, null, 3).map(({ buid }) => buid)).toEqual(
            findLinearly([...model.values()], each),
          )
      },
    ),
  )
})

function findLinearly(people: Alumnus[], words: string[]): string[] {
  const foldCase = (text: string | null) => text && text.toLowerCase()
  const bytes = (text: string | null) => Buffer.from(foldCase(text) ?? '')
  const compare = (a: string | null, b: string | null) =>
    Number(a === null) - Number(b === null) || Buffer.compare(bytes(a), bytes(b))
  return people
    .filter((each) =>
      words.every((word) =>
        [each.first_name, each.last_name, each.preferred_name, each.former_last_name].some((text) =>
          foldCase(text)?.startsWith(word),
        ),
      ),
    )
    .toSorted((a, b) => compare(a.last_name, b.last_name) || compare(a.first_name, b.first_name) || a.id - b.id)
    .slice(0, 3)
    .map(({ buid }) => buid)
}

function buidOf(person: number): string {
  return `B${String(person).padStart(8, '0')}`
}
