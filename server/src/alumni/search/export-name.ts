import { answerChoices } from '@alumni/shared/alumni/answer-filters'
import { anyAskChoices, askAnswerChoices } from '@alumni/shared/alumni/ask-filters'
import { searchQuery, type SearchChoices, type SearchFilters } from '@alumni/shared/alumni/search'
import { searchPhrases } from '@alumni/shared/alumni/search-words'
import { describeFilters } from '@alumni/shared/describe-filters'
import type { Db } from '../../foundations/database/db.ts'
import { toCsvFileName } from '../../foundations/http/csv.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { type PeopleIndex, withoutTyped } from '../people-index/index.ts'
import { searchChoicesOf } from './choices.ts'

/** The filters of a search in words, without their titles. */
function wordsOfSearch(asked: SearchFilters, choices: SearchChoices): string[] {
  const { colleges, majors, affinities, states, countries, activities, answered, ...lists } = choices
  return describeFilters<keyof SearchFilters>(asked, searchPhrases, {
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

/**
 * The name of a file says what was searched for, as the page says it, and when, without what a person typed into a box,
 * which may name a person: `alumni-class-of-1998-massachusetts-2026-11-22.csv`. What it does not say makes it
 * `filtered`.
 */
export function exportName({ q, employer, ...asked }: SearchFilters, choices: SearchChoices): string {
  return toCsvFileName('alumni', [
    ...wordsOfSearch(asked, choices),
    q !== undefined || employer !== undefined ? 'filtered' : '',
  ])
}

export const selectedName = () => toCsvFileName('alumni', ['selected'])

/** Implied by every letter, so that its list is not named by them. */
const implied = { deceased: 'no', do_not_contact: 'no', do_not_email: 'no', by_email: 'yes' } as const

/** Names the people of a search by its filters and by what its words were read as, such as “Class of 2015 · In Boston”. */
export async function nameSearch(db: Db, index: PeopleIndex, query: string): Promise<string> {
  const asked = searchQuery.safeParse(Object.fromEntries(new URLSearchParams(query)))
  if (!asked.success) return 'A search of alumni'
  const { q = '', page: _page, sort: _sort, ...filters } = asked.data
  const readings = q ? await readingsOf(index, asked.data) : []
  const all: SearchFilters = Object.assign({}, filters, ...readings.map((reading) => reading.filters))
  const named = Object.entries(all).filter(([name, value]) => implied[name as keyof typeof implied] !== value)
  const words = wordsOfSearch(Object.fromEntries(named), await searchChoicesOf(db, index, true))
  const rest = readings.reduce((text, { typed }) => withoutTyped(text, typed), q)
  return [...words, rest && `“${rest}”`].filter(Boolean).join(' · ') || 'All alumni'
}

async function readingsOf(index: PeopleIndex, asked: SearchFilters) {
  try {
    return (await index.search(asked, 0, 0)).readings
  } catch (error) {
    if (error instanceof HttpError) return []
    throw error
  }
}
