import type { SearchChoices } from '@alumni/shared/alumni-search'
import { assertNever } from '@alumni/shared/assert-never'
import { dayWords } from '../words/days.ts'
import { count } from '../words/numbers.ts'
import { codesOf, type SearchWord, type SearchWords } from './search-words.ts'

/** The filters, each with the words of an address that it is made of, in the order of the panel. */
export const filters = {
  college: ['college'],
  major: ['major'],
  degree: ['degree'],
  class_years: ['year_from', 'year_to'],
  state: ['state'],
  country: ['country'],
  zip: ['zip', 'within'],
  activity: ['activity'],
  engaged: ['engaged_from', 'engaged_to'],
  affinity: ['affinity'],
  employer: ['employer'],
  champion: ['champion'],
  deceased: ['deceased'],
  do_not_contact: ['do_not_contact'],
} as const satisfies Record<string, readonly SearchWord[]>
export type Filter = keyof typeof filters

export type Chip = { filter: Filter; label: string }

/** Every filter that is set, in words: "Class of 1998–2008", "College: Engineering or Law". */
export function chipsOf(words: SearchWords, choices: SearchChoices | undefined): Chip[] {
  return (Object.keys(filters) as Filter[]).filter((filter) => filters[filter].some((word) => words[word])).map((filter) => ({ filter, label: labelOf(filter, words, choices) }))
}

/** The changes that take a filter away. */
export function without(...taken: Filter[]): SearchWords {
  return Object.fromEntries(taken.flatMap((filter) => filters[filter].map((word) => [word, undefined])))
}

function labelOf(filter: Filter, words: SearchWords, choices: SearchChoices | undefined): string {
  switch (filter) {
    case 'college':
      return titled('College', namesOf(words.college, choices?.colleges))
    case 'major':
      return `Major: ${namesOf(words.major, choices?.majors)}`
    case 'degree':
      return `Degree: ${namesOf(words.degree)}`
    case 'class_years':
      return `Class of ${range(words.year_from, words.year_to, 'or later', 'or earlier')}`
    case 'state':
      return `State: ${namesOf(words.state, choices?.states)}`
    case 'country':
      return `Country: ${namesOf(words.country, choices?.countries)}`
    case 'zip':
      return zipWords(words.zip, words.within)
    case 'activity':
      return `Activity: ${namesOf(words.activity, choices?.activities)}`
    case 'engaged':
      return `Engaged ${engagedWords(words.engaged_from, words.engaged_to)}`
    case 'affinity':
      return `Affinity: ${namesOf(words.affinity, choices?.affinities)}`
    case 'employer':
      return `Employer: ${words.employer}`
    case 'champion':
      return yesOrNo(words.champion, 'Champion', 'Not a champion')
    case 'deceased':
      return yesOrNo(words.deceased, 'Deceased', 'Not deceased')
    case 'do_not_contact':
      return yesOrNo(words.do_not_contact, 'Do not contact', 'May be contacted')
    default:
      return assertNever(filter)
  }
}

/** Not "College: College of Engineering". */
function titled(title: string, names: string): string {
  return names.startsWith(title) ? names : `${title}: ${names}`
}

const mostNames = 3

function namesOf(value: string | undefined, among: readonly { code: string; name: string }[] = []): string {
  const names = codesOf(value).map((code) => among.find((choice) => choice.code === code)?.name ?? code)
  const shown = names.length > mostNames + 1 ? [...names.slice(0, mostNames), `${names.length - mostNames} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(shown)
}

function range(from: string | undefined, to: string | undefined, later: string, earlier: string): string {
  if (from && to) return from === to ? from : `${from}–${to}`
  return from ? `${from} ${later}` : `${to} ${earlier}`
}

function zipWords(zip: string | undefined, within: string | undefined): string {
  if (!within) return zip?.length === 5 ? `ZIP ${zip}` : `ZIP begins with ${zip}`
  const miles = Number.isFinite(Number(within)) ? count(Number(within)) : within
  return `Within ${miles} ${within === '1' ? 'mile' : 'miles'} of ${zip ?? 'a ZIP code'}`
}

function engagedWords(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? `on ${day(from)}` : `${day(from)} to ${day(to)}`
  return from ? `since ${day(from)}` : `until ${day(to ?? '')}`
}

function day(text: string): string {
  return Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : dayWords(text)
}

function yesOrNo(value: string | undefined, yes: string, no: string): string {
  if (value === 'yes') return yes
  return value === 'no' ? no : `${yes}: ${value}`
}
