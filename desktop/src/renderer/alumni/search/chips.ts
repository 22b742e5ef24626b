import type { SearchChoices } from '@alumni/shared/alumni/search'
import { assertNever } from '@alumni/shared/assert-never'
import { codesOf } from '../../domain/searches/address-words.ts'
import {
  anyOf,
  dayOrText,
  dayRange,
  titled,
  yearRange,
  yesOrNo,
  zipWords,
  type Chip as AnyChip,
} from '../../domain/searches/filter-chips.tsx'
import { count } from '../../ui/words/numbers.ts'
import { unknownCode, unknownCodesWords } from '../../ui/words/unknown-codes.ts'
import type { SearchWord, SearchWords } from './search-words.ts'

/** The filters, each with the words of an address that it is made of, in the order of the panel. */
export const filters = {
  college: ['college'],
  major: ['major'],
  degree: ['degree'],
  class_years: ['year_from', 'year_to'],
  degree_by: ['degree_by'],
  state: ['state'],
  country: ['country'],
  zip: ['zip', 'within'],
  activity: ['activity'],
  event: ['event'],
  engaged: ['engaged_from', 'engaged_to'],
  engaged_before: ['engaged_before'],
  not_engaged: ['not_engaged_from', 'not_engaged_to'],
  affinity: ['affinity'],
  employer: ['employer'],
  champion: ['champion'],
  deceased: ['deceased'],
  do_not_contact: ['do_not_contact'],
  do_not_email: ['do_not_email'],
} as const satisfies Record<string, readonly SearchWord[]>
export type Filter = keyof typeof filters

/** Where the names of a filter's codes are. */
const lists = {
  college: 'colleges',
  major: 'majors',
  degree: 'degrees',
  state: 'states',
  country: 'countries',
  activity: 'activities',
  affinity: 'affinities',
} as const satisfies { [filter in Filter]?: keyof SearchChoices }
type CodeFilter = keyof typeof lists

/** `unknown` is the sentence about codes that no list has. */
export type Chip = AnyChip<Filter> & { unknown?: string | undefined }

/** Every filter that is set, in words: "Class of 1998–2008", "College: Engineering or Law". */
export function chipsOf(words: SearchWords, choices: SearchChoices | undefined): Chip[] {
  return (Object.keys(filters) as Filter[])
    .filter((filter) => filters[filter].some((word) => words[word]))
    .map((filter) => ({ filter, label: labelOf(filter, words, choices), unknown: unknownIn(filter, words, choices) }))
}

/** The changes that take a filter away. */
export function without(...taken: Filter[]): SearchWords {
  return Object.fromEntries(taken.flatMap((filter) => filters[filter].map((word) => [word, undefined])))
}

/** The changes that leave only codes that somebody knows. */
export function withoutUnknown(words: SearchWords, choices: SearchChoices | undefined): SearchWords {
  return Object.fromEntries(
    Object.keys(words)
      .filter(isCodeFilter)
      .map((filter) => [
        filter,
        codesOf(words[filter])
          .filter((code) => nameOf(filter, code, choices) !== undefined)
          .join(','),
      ]),
  )
}

function unknownIn(filter: Filter, words: SearchWords, choices: SearchChoices | undefined): string | undefined {
  if (!isCodeFilter(filter) || !choices) return undefined
  const unknown = codesOf(words[filter]).filter((code) => nameOf(filter, code, choices) === undefined)
  return unknown.length > 0 ? unknownCodesWords(lists[filter], unknown) : undefined
}

function isCodeFilter(filter: string): filter is CodeFilter {
  return filter in lists
}

/** Until the choices are there, a code stands for itself. */
function nameOf(filter: CodeFilter, code: string, choices: SearchChoices | undefined): string | undefined {
  if (!choices) return code
  for (const choice of choices[lists[filter]])
    if ((typeof choice === 'string' ? choice : choice.code) === code)
      return typeof choice === 'string' ? choice : choice.name
  return undefined
}

function labelOf(filter: Filter, words: SearchWords, choices: SearchChoices | undefined): string {
  const names = (filter: CodeFilter) =>
    anyOf(codesOf(words[filter]).map((code) => nameOf(filter, code, choices) ?? unknownCode(code)))
  switch (filter) {
    case 'college':
      return titled('College', names('college'))
    case 'major':
      return `Major: ${names('major')}`
    case 'degree':
      return `Degree: ${names('degree')}`
    case 'class_years':
      return `Class of ${yearRange(words.year_from, words.year_to)}`
    case 'degree_by':
      return `Degree dated by ${dayOrText(words.degree_by!)}`
    case 'state':
      return `State: ${names('state')}`
    case 'country':
      return `Country: ${names('country')}`
    case 'zip':
      return distanceWords(words.zip, words.within)
    case 'activity':
      return `Activity: ${names('activity')}`
    case 'engaged':
      return `Engaged ${dayRange(words.engaged_from, words.engaged_to)}`
    case 'event':
      return `Event: ${words.event}`
    case 'engaged_before':
      return beforeWords(words)
    case 'not_engaged':
      return `Not engaged ${dayRange(words.not_engaged_from, words.not_engaged_to)}`
    case 'affinity':
      return `Affinity: ${names('affinity')}`
    case 'employer':
      return `Employer: ${words.employer}`
    case 'champion':
      return yesOrNo(words.champion, 'Champion', 'Not a champion')
    case 'deceased':
      return yesOrNo(words.deceased, 'Deceased', 'Not deceased')
    case 'do_not_contact':
      return yesOrNo(words.do_not_contact, 'Do not contact', 'May be contacted')
    case 'do_not_email':
      return yesOrNo(words.do_not_email, 'Do not e-mail', 'E-mail allowed')
    default:
      return assertNever(filter)
  }
}

function beforeWords({ engaged_before: asked, engaged_from: from }: SearchWords): string {
  const before = from ? `before ${dayOrText(from)}` : 'before that'
  return yesOrNo(asked, `Engaged ${before} too`, `Never engaged ${before}`)
}

function distanceWords(zip: string | undefined, within: string | undefined): string {
  if (!within) return zipWords(zip)
  const miles = Number.isFinite(Number(within)) ? count(Number(within)) : within
  return `Within ${miles} ${within === '1' ? 'mile' : 'miles'} of ${zip ?? 'a ZIP code'}`
}
