import type { SearchChoices, SearchFilters } from '@alumni/shared/alumni/search'
import { searchPhrases } from '@alumni/shared/alumni/search-words'
import type { FilterTexts } from '@alumni/shared/filter-words'
import { utcToday } from '../../foundations/days.ts'

const maxLength = 80

/**
 * The name of a file says what was searched for, as the page says it, and when, without what a person typed into a box,
 * which may name a person: `alumni-class-of-1998-massachusetts-2026-11-22.csv`. What it does not say makes it
 * `filtered`.
 */
export function exportName({ q, employer, ...asked }: SearchFilters, choices: SearchChoices): string {
  const set = Object.entries(asked).filter(([, value]) => value !== undefined)
  const words: FilterTexts<keyof SearchFilters> = Object.fromEntries(set.map(([word, value]) => [word, String(value)]))
  const { colleges, majors, affinities, states, countries, activities } = choices
  const lists: Partial<Record<keyof SearchFilters, readonly { code: string; name: string }[]>> = {
    college: colleges,
    major: majors,
    affinity: affinities,
    state: states,
    country: countries,
    activity: activities,
  }
  const namesOf = (word: keyof SearchFilters) =>
    (words[word] ?? '').split(',').map((code) => lists[word]?.find((choice) => choice.code === code)?.name ?? code)
  const said = Object.values(searchPhrases).map((phrase) => phrase(words, namesOf).replace(/^[A-Z][a-z]+: /, ''))
  return fileName([...said, q !== undefined || employer !== undefined ? 'filtered' : ''])
}

export const selectedName = () => fileName(['selected'])

function fileName(words: string[]): string {
  const said = words
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-|-$/g, '')
  return `${['alumni', said, utcToday()].filter(Boolean).join('-')}.csv`
}
