import { assertNever } from '@alumni/shared/assert-never'
import { helpRoles } from '@alumni/shared/champions/record'
import { sourceNames, type SignupChoices } from '@alumni/shared/champions/staff-list'
import { codesOf } from '../../domain/searches/address-words.ts'
import {
  anyOf,
  dayRange,
  titled,
  yearRange,
  yesOrNo,
  zipWords,
  type Chip,
} from '../../domain/searches/filter-chips.tsx'
import { unknownCode, unknownCodesWords } from '../../ui/words/unknown-codes.ts'
import type { SignupWord, SignupWords } from './signup-words.ts'

/** The filters, each with the words of an address that it is made of, in the order of the panel. The status has a place of its own. */
export const filters = {
  show: ['show'],
  completed: ['completed'],
  linked: ['linked'],
  google: ['google'],
  unreached: ['unreached'],
  source: ['source'],
  signed_up: ['signed_up_from', 'signed_up_to'],
  help: ['help'],
  affinity: ['affinity'],
  college: ['college'],
  degree_year: ['year_from', 'year_to'],
  zip: ['zip'],
  city: ['city'],
  state: ['state'],
  country: ['country'],
} as const satisfies Record<string, readonly SignupWord[]>
export type Filter = keyof typeof filters

/** The names of codes, and what their list is called. */
const lists = {
  help: { called: 'ways to help', names: () => new Map<string, string>(Object.entries(helpWords)) },
  affinity: { called: 'affinities', names: ({ affinities }) => asMap(affinities) },
  college: { called: 'colleges', names: ({ colleges }) => asMap(colleges) },
  state: { called: 'states', names: ({ states }) => asMap(states) },
  country: { called: 'countries', names: ({ countries }) => asMap(countries) },
} as const satisfies {
  [filter in Filter]?: { called: string; names: (choices: SignupChoices) => Map<string, string> }
}
type CodeFilter = keyof typeof lists

/** The ways to help, in a word or two. */
export const helpWords: Record<keyof typeof helpRoles, string> = {
  mentor: 'Mentoring',
  welcome: 'Welcoming',
  speak: 'Speaking',
  recruit: 'Recruiting',
  host: 'Hosting',
  advise: 'Admissions',
  organise: 'Reunions',
}

/** Every filter that is set, in words. */
export function chipsOf(words: SignupWords, choices: SignupChoices | undefined): Chip<Filter>[] {
  return (Object.keys(filters) as Filter[])
    .filter((filter) => filters[filter].some((word) => words[word]))
    .map((filter) => ({ filter, label: labelOf(filter, words, choices) }))
}

/** The changes that take filters away. */
export function without(...taken: Filter[]): SignupWords {
  return Object.fromEntries(taken.flatMap((filter) => filters[filter].map((word) => [word, undefined])))
}

/** The sentence about codes of a filter that no list has. */
export function unknownIn(filter: Filter, words: SignupWords, choices: SignupChoices | undefined): string | undefined {
  if (!isCodeFilter(filter) || !choices) return undefined
  const names = lists[filter].names(choices)
  const unknown = codesOf(words[filter]).filter((code) => !names.has(code))
  return unknown.length > 0 ? unknownCodesWords(lists[filter].called, unknown) : undefined
}

function isCodeFilter(filter: Filter): filter is CodeFilter {
  return filter in lists
}

function asMap(list: readonly { code: string; name: string }[]): Map<string, string> {
  return new Map(list.map(({ code, name }) => [code, name]))
}

function labelOf(filter: Filter, words: SignupWords, choices: SignupChoices | undefined): string {
  /** Until the choices are there, a code stands for itself. */
  const names = (filter: CodeFilter) => {
    const known = choices && lists[filter].names(choices)
    return anyOf(codesOf(words[filter]).map((code) => (known ? (known.get(code) ?? unknownCode(code)) : code)))
  }
  switch (filter) {
    case 'show':
      return words.show === 'deleted'
        ? 'Deleted'
        : words.show === 'merged'
          ? 'Merged into another'
          : `Show: ${words.show}`
    case 'completed':
      return yesOrNo(words.completed, 'Completed', 'Not completed')
    case 'linked':
      return yesOrNo(words.linked, 'Linked to an alumnus', 'Not linked to an alumnus')
    case 'google':
      return yesOrNo(words.google, 'Linked to Google', 'Not linked to Google')
    case 'unreached':
      return yesOrNo(words.unreached, 'A letter did not arrive', 'Every letter arrived')
    case 'source':
      return `Source: ${(sourceNames as Record<string, string>)[words.source ?? ''] ?? words.source}`
    case 'signed_up':
      return `Signed up ${dayRange(words.signed_up_from, words.signed_up_to)}`
    case 'help':
      return `Helps with: ${names('help')}`
    case 'affinity':
      return `Affinity: ${names('affinity')}`
    case 'college':
      return titled('College', names('college'))
    case 'degree_year':
      return `Degree of ${yearRange(words.year_from, words.year_to)}`
    case 'zip':
      return zipWords(words.zip)
    case 'city':
      return `City: ${words.city}`
    case 'state':
      return `State: ${names('state')}`
    case 'country':
      return `Country: ${names('country')}`
    default:
      return assertNever(filter)
  }
}
