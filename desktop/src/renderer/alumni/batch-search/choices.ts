import { shortClassYear } from '@alumni/shared/alumni/class-years'
import type { BatchLine, BatchPerson } from '@alumni/shared/alumni/batch-search'

/** The BUID chosen for a line; null means none of the candidates. */
export type Choice = string | null
/** Choices by `toChoiceKey`: lines with the same text share a choice, and a new search keeps the choices. */
export type Choices = ReadonlyMap<string, Choice>

/**
 * `found` if exactly one person matches, `none` if no one does, and `open` until the user chooses among several. After
 * a choice: `chosen`, or `dismissed` if the user chose none of them.
 */
export type Outcome = 'found' | 'chosen' | 'open' | 'dismissed' | 'none'

export type LineResult = {
  line: number
  text: string
  key: string
  answer: BatchLine
  outcome: Outcome
  person: BatchPerson | null
  candidates: BatchPerson[]
}

export function buildResults(
  lines: readonly string[],
  answers: readonly BatchLine[],
  people: readonly BatchPerson[],
  choices: Choices,
): LineResult[] {
  const byBuid = new Map(people.map((person) => [person.buid, person]))
  return answers.map((answer) => {
    const text = lines[answer.line - 1] ?? ''
    const key = toChoiceKey(text)
    const candidates = (answer.outcome === 'none' ? answer.similar : answer.buids).flatMap(
      (buid) => byBuid.get(buid) ?? [],
    )
    return {
      line: answer.line,
      text: text.trim(),
      key,
      answer,
      candidates,
      ...findOutcome(answer, candidates, choices.get(key)),
    }
  })
}

export function toChoiceKey(line: string): string {
  return line.trim().replace(/\s+/g, ' ').toLowerCase()
}

function findOutcome(
  { outcome }: BatchLine,
  candidates: BatchPerson[],
  choice: Choice | undefined,
): Pick<LineResult, 'outcome' | 'person'> {
  if (outcome === 'one') return { outcome: 'found', person: candidates[0] ?? null }
  const person = candidates.find(({ buid }) => buid === choice)
  if (person) return { outcome: 'chosen', person }
  if (outcome === 'none') return { outcome: 'none', person: null }
  return choice === null ? { outcome: 'dismissed', person: null } : { outcome: 'open', person: null }
}

export const resultFilters = ['all', 'one', 'several', 'none'] as const
export type ResultFilter = (typeof resultFilters)[number]

/** Filters by the server's outcome, so that lines with a choice stay under `several`. */
export function filterResults(results: readonly LineResult[], filter: ResultFilter): LineResult[] {
  return filter === 'all' ? [...results] : results.filter(({ answer }) => answer.outcome === filter)
}

/** Returns the most recent degree, such as "BS Biology", or an empty string if none is on file. */
export function formatDegree({ recent_degree: degree }: BatchPerson): string {
  return [degree?.degree_code, degree?.major_desc].filter(Boolean).join(' ')
}

export function formatClassYears({ class_years }: BatchPerson): string {
  return class_years.join(', ')
}

/** Returns the class years with a space before each, such as " ’08 ’12". */
export function formatClassSuffix({ class_years }: BatchPerson): string {
  return class_years.map((year) => ` ${shortClassYear(year)}`).join('')
}
