import type { SearchChoices, SearchFilters } from '@alumni/shared/alumni/search'
import { utcToday } from '../../foundations/days.ts'

const maxLength = 80

/**
 * The name of a file says what was searched for and when, without anything that a person typed into a box, which may
 * name a person: `alumni-massachusetts-class-of-1998-2026-11-22.csv`. What it does not say makes it `filtered`.
 */
export function exportName(asked: SearchFilters, choices: SearchChoices): string {
  const named = (codes: string[] | undefined, list: readonly { code: string; name: string }[]) =>
    (codes ?? []).map((code) => list.find((choice) => choice.code === code)?.name ?? code)
  const flags = [asked.champion, asked.deceased, asked.do_not_contact, asked.do_not_email]
  return fileName([
    ...named(asked.state, choices.states),
    ...named(asked.country, choices.countries),
    ...(asked.zip ? ['zip', asked.zip] : []),
    ...(asked.within ? ['within', String(asked.within), 'miles'] : []),
    ...named(asked.college, choices.colleges),
    ...named(asked.major, choices.majors),
    ...(asked.degree ?? []),
    ...classWords(asked),
    ...(asked.degree_by ? ['degree by', asked.degree_by] : []),
    ...named(asked.affinity, choices.affinities),
    ...named(asked.activity, choices.activities),
    ...(asked.engaged_from ? ['engaged since', asked.engaged_from] : []),
    ...(asked.engaged_to ? ['engaged until', asked.engaged_to] : []),
    ...(asked.event ? [asked.event] : []),
    ...(asked.engaged_before ? [asked.engaged_before === 'yes' ? 'before too' : 'for the first time'] : []),
    ...(asked.not_engaged_from ? ['not engaged since', asked.not_engaged_from] : []),
    ...(asked.not_engaged_to ? ['not engaged until', asked.not_engaged_to] : []),
    ...flags.flatMap((answer, at) =>
      answer === 'yes' ? [flagWords[at]!] : answer === 'no' ? ['not', flagWords[at]!] : [],
    ),
    ...(asked.q !== undefined || asked.employer !== undefined ? ['filtered'] : []),
  ])
}

export const selectedName = () => fileName(['selected'])

const flagWords = ['champion', 'deceased', 'do not contact', 'do not e-mail']

function classWords({ year_from, year_to }: SearchFilters): string[] {
  if (year_from === undefined && year_to === undefined) return []
  if (year_from !== undefined && year_to !== undefined && year_from !== year_to)
    return [`class of ${year_from} to ${year_to}`]
  if (year_from !== undefined && year_to === undefined) return [`class of ${year_from} or later`]
  return year_from === undefined ? [`class of ${year_to} or earlier`] : [`class of ${year_from}`]
}

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
