import { answerChoices } from '@alumni/shared/alumni/answer-filters'
import { anyAskChoices, askAnswerChoices } from '@alumni/shared/alumni/ask-filters'
import { searchQuery, type SearchChoices, type SearchFilters } from '@alumni/shared/alumni/search'
import { searchFilterDescribers } from '@alumni/shared/alumni/search-filter-describers'
import { describeFilters } from '@alumni/shared/describe-filters'
import type { Db } from '../../foundations/database/db.ts'
import { toCsvFileName } from '../../foundations/http/csv.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { type PeopleIndex, removeText } from '../people-index/index.ts'
import { readSearchChoices } from './choices.ts'

function describeSearchFilters(filters: SearchFilters, choices: SearchChoices): string[] {
  const { colleges, majors, affinities, states, countries, activities, answered, ...lists } = choices
  return describeFilters<keyof SearchFilters>(filters, searchFilterDescribers, {
    college: colleges,
    major: majors,
    affinity: affinities,
    state: states,
    country: countries,
    activity: activities,
    answered,
    answer: answerChoices,
    asked: [...anyAskChoices, ...lists.asked],
    ask_answer: askAnswerChoices,
  })
}

/** Returns, for example, `alumni-class-of-1998-2026-11-22.csv`. Typed text may be a name, so it becomes `filtered`. */
export function buildExportFileName({ q, employer, ...filters }: SearchFilters, choices: SearchChoices): string {
  return toCsvFileName('alumni', [
    ...describeSearchFilters(filters, choices),
    q !== undefined || employer !== undefined ? 'filtered' : '',
  ])
}

export const selectedFileName = () => toCsvFileName('alumni', ['selected'])

const impliedFilters = { deceased: 'no', do_not_contact: 'no', do_not_email: 'no', by_email: 'yes' } as const

/** Describes a search by its filters and interpreted text, as in “Class of 2015 · In Boston”. */
export async function describeSearch(db: Db, index: PeopleIndex, query: string): Promise<string> {
  const parsed = searchQuery.safeParse(Object.fromEntries(new URLSearchParams(query)))
  if (!parsed.success) return 'A search of alumni'
  const { q = '', page: _page, sort: _sort, ...filters } = parsed.data
  const readings = q ? await readingsOf(index, parsed.data) : []
  const all: SearchFilters = Object.assign({}, filters, ...readings.map((reading) => reading.filters))
  const described = Object.entries(all).filter(
    ([name, value]) => impliedFilters[name as keyof typeof impliedFilters] !== value,
  )
  const descriptions = describeSearchFilters(Object.fromEntries(described), await readSearchChoices(db, index, true))
  const rest = readings.reduce((text, { typed }) => removeText(text, typed), q)
  return [...descriptions, rest && `“${rest}”`].filter(Boolean).join(' · ') || 'All alumni'
}

async function readingsOf(index: PeopleIndex, filters: SearchFilters) {
  try {
    return (await index.search(filters, 0, 0)).readings
  } catch (error) {
    if (error instanceof HttpError) return []
    throw error
  }
}
