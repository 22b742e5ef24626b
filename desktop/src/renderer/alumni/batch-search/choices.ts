import { shortClassYear } from '@alumni/shared/alumni/class-years'
import type { BatchLine, BatchPerson } from '@alumni/shared/alumni/batch-search'

/** The BUID that someone chose for a line; null is none of those who were found. */
export type Choice = string | null
/** Keys come from `choiceKey`: lines of the same text share a choice, and it survives another look-up. */
export type Choices = ReadonlyMap<string, Choice>

export const outcomes = ['found', 'chosen', 'open', 'dismissed', 'none'] as const
/** A line's outcome: one found, chosen among several, still to choose, none of several, none found. */
export type Outcome = (typeof outcomes)[number]

/** A line with the person whom it stands for by now. */
export type Result = {
  line: number
  given: string
  key: string
  answer: BatchLine
  outcome: Outcome
  person: BatchPerson | null
  candidates: BatchPerson[]
}

export function resultsOf(
  given: readonly string[],
  answers: readonly BatchLine[],
  people: readonly BatchPerson[],
  choices: Choices,
): Result[] {
  const byBuid = new Map(people.map((person) => [person.buid, person]))
  return answers.map((answer) => {
    const text = given[answer.line - 1] ?? ''
    const key = choiceKey(text)
    const candidates = (answer.outcome === 'none' ? answer.similar : answer.buids).flatMap(
      (buid) => byBuid.get(buid) ?? [],
    )
    return {
      line: answer.line,
      given: text.trim(),
      key,
      answer,
      candidates,
      ...outcomeOf(answer, candidates, choices.get(key)),
    }
  })
}

export function choiceKey(line: string): string {
  return line.trim().replace(/\s+/g, ' ').toLowerCase()
}

function outcomeOf(
  { outcome }: BatchLine,
  candidates: BatchPerson[],
  choice: Choice | undefined,
): Pick<Result, 'outcome' | 'person'> {
  if (outcome === 'one') return { outcome: 'found', person: candidates[0] ?? null }
  const person = candidates.find(({ buid }) => buid === choice)
  if (person) return { outcome: 'chosen', person }
  if (outcome === 'none') return { outcome: 'none', person: null }
  return choice === null ? { outcome: 'dismissed', person: null } : { outcome: 'open', person: null }
}

export const filters = ['all', 'one', 'several', 'none'] as const
export type Filter = (typeof filters)[number]

/** A line with a choice stays under `several`, so that the choice can be reviewed. */
export function filtered(results: readonly Result[], filter: Filter): Result[] {
  return filter === 'all' ? [...results] : results.filter(({ answer }) => answer.outcome === filter)
}

/** The most recent degree, such as "BS Biology"; empty if none is on file. */
export function degreeText({ recent_degree: degree }: BatchPerson): string {
  return [degree?.degree_code, degree?.major_desc].filter(Boolean).join(' ')
}

/** "2008, 2012". */
export function classWords({ class_years }: BatchPerson): string {
  return class_years.join(', ')
}

/** “ ’08 ’12”: each class year, behind a space; empty if none is on file. */
export function classOf({ class_years }: BatchPerson): string {
  return class_years.map((year) => ` ${shortClassYear(year)}`).join('')
}
