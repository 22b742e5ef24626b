import { answerChoices } from '@alumni/shared/alumni/answered'
import { anyAskChoices, askAnswerChoices } from '@alumni/shared/alumni/asked'
import type { SearchChoices, SearchFilters } from '@alumni/shared/alumni/search'
import { searchPhrases } from '@alumni/shared/alumni/search-words'
import { wordsOfFilters } from '@alumni/shared/filter-words'
import { csvName } from '../../foundations/http/csv.ts'

/**
 * The name of a file says what was searched for, as the page says it, and when, without what a person typed into a box,
 * which may name a person: `alumni-class-of-1998-massachusetts-2026-11-22.csv`. What it does not say makes it
 * `filtered`.
 */
export function exportName({ q, employer, ...asked }: SearchFilters, choices: SearchChoices): string {
  const { colleges, majors, affinities, states, countries, activities, answered, ...lists } = choices
  const said = wordsOfFilters<keyof SearchFilters>(asked, searchPhrases, {
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
  return csvName('alumni', [...said, q !== undefined || employer !== undefined ? 'filtered' : ''])
}

export const selectedName = () => csvName('alumni', ['selected'])
