import { maxCorrectedLines, maxSimilar, batchPerson } from '@alumni/shared/alumni/batch-search'
import type { BatchLine, BatchSearchReply, BatchPerson } from '@alumni/shared/alumni/batch-search'
import { readTypedPerson } from '@alumni/shared/alumni/typed-person'
import { withoutFormatCharacters } from '@alumni/shared/format-characters'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { displayName } from '../record/display-name.ts'
import { classYears, nameColumns, nameShape } from '../record/name-columns.ts'
import { isTheirEducation, recentDegreeFirst, recentDegreeJson } from '../record/recent-degree.ts'
import type { PeopleIndex } from '../people-index/index.ts'
import { findByEmail, findByIdentifier, type Matches } from './find-alumni.ts'
import { findByName } from './find-by-name.ts'

/** Finds the people that each line names, or similar ones. Blank lines are only counted. */
export async function batchSearch(db: Db, index: PeopleIndex, lines: readonly string[]): Promise<BatchSearchReply> {
  const { questions, linesWithQuestion } = groupLines(lines)
  const found = await findMatches(db, questions)
  // Omits people who were deleted after the query above, because an import was undone.
  const people = await readPeople(db, [...new Set([...found.values()].flatMap(({ ids }) => ids))])
  const unknown = questions.flatMap(({ question }, position) =>
    found.has(position) ? [] : [{ index: position, question }],
  )
  const similar = await findSimilar(db, index, unknown)
  const answers = linesWithQuestion.map(({ line, index }): BatchLine => {
    const { question, first } = questions[index]!
    const { total: matching, ids } = found.get(index) ?? { total: 0, ids: [] }
    const fitting = ids.flatMap((id) => people.get(id) ?? [])
    const isOnlyNamesake = fitting.length === 1 && isOfOtherClass(fitting[0]!, question)
    const total = isOnlyNamesake ? 0 : matching - (ids.length - fitting.length)
    const namesakes = isOnlyNamesake ? fitting : (similar.get(index) ?? [])
    return {
      line,
      read_as: question.as,
      same_as: first === line ? null : first,
      outcome: total === 0 ? 'none' : total === 1 ? 'one' : 'several',
      total,
      buids: isOnlyNamesake ? [] : fitting.map(({ buid }) => buid),
      similar: namesakes.map(({ buid }) => buid),
    }
  })
  return {
    blank: lines.length - linesWithQuestion.length,
    counts: countOutcomes(answers),
    lines: answers,
    people: [
      ...new Map([...[...similar.values()].flat(), ...people.values()].map((person) => [person.id, person])).values(),
    ],
  }
}

function groupLines(lines: readonly string[]) {
  const indexes = new Map<string, number>()
  const questions: { question: Question; first: number }[] = []
  const linesWithQuestion = lines.flatMap((text, lineIndex) => {
    const question = readLine(text)
    if (!question) return []
    const key = JSON.stringify(question).toLowerCase()
    const index = indexes.get(key) ?? questions.push({ question, first: lineIndex + 1 }) - 1
    indexes.set(key, index)
    return [{ line: lineIndex + 1, index }]
  })
  return { questions, linesWithQuestion }
}

async function findMatches(db: Db, questions: readonly { question: Question }[]): Promise<Map<number, Matches>> {
  const questionsAs = <As extends Question['as']>(as: As) =>
    questions.flatMap(({ question }, index) =>
      question.as === as ? [{ index, ...(question as Extract<Question, { as: As }>) }] : [],
    )
  return new Map([
    ...(await findByEmail(
      db,
      questionsAs('email').flatMap(({ index, addresses }) => addresses.map((value) => ({ index, value }))),
    )),
    ...(await findByIdentifier(db, 'buid', questionsAs('buid'))),
    ...(await findByIdentifier(db, 'contact_id', questionsAs('contact_id'))),
    ...(await findByName(db, questionsAs('name'))),
  ])
}

/** Returns true if the person has class years, but none that the line mentions. */
function isOfOtherClass({ class_years }: BatchPerson, question: Question): boolean {
  return (
    question.as === 'name' &&
    question.years.length > 0 &&
    class_years.length > 0 &&
    !question.years.some((year) => class_years.includes(year))
  )
}

function countOutcomes(lines: readonly BatchLine[]): BatchSearchReply['counts'] {
  const counts = { one: 0, several: 0, none: 0 }
  for (const { outcome } of lines) counts[outcome]++
  return counts
}

async function findSimilar(
  db: Db,
  search: PeopleIndex,
  unknown: readonly { index: number; question: Question }[],
): Promise<Map<number, BatchPerson[]>> {
  const ids = new Map<number, number[]>()
  const names = unknown.flatMap(({ index, question }) => (question.as === 'name' ? [{ index, ...question }] : []))
  for (const { index, parts, years } of names.slice(0, maxCorrectedLines)) {
    const q = [parts.join(', '), ...years.map((year) => `(${year})`)].join(' ')
    const found = await search.search({ q }, 0, maxSimilar)
    if (found.matching > 0 && found.matching <= maxSimilar) ids.set(index, [...found.ids])
  }
  if (ids.size === 0) return new Map()
  const people = await readPeople(db, [...new Set([...ids.values()].flat())])
  return new Map([...ids].map(([index, similarIds]) => [index, similarIds.flatMap((id) => people.get(id) ?? [])]))
}

const personRow = batchPerson.omit({ name: true }).extend(nameShape)

async function readPeople(db: Db, ids: readonly number[]): Promise<Map<number, BatchPerson>> {
  const rows = await selectRaw(db, personRow)`
    select a.id, a.buid, a.contact_id, ${nameColumns}, a.primary_email, a.city, a.state, a.country, a.deceased,
      a.do_not_contact, a.do_not_email, degrees.recent_degree, coalesce(degrees.class_years, '{}') as class_years
    from alumni a
    left join lateral (
      select (array_agg(${sql.raw(recentDegreeJson)} order by ${sql.raw(recentDegreeFirst)}))[1] as recent_degree,
        ${classYears} as class_years
      from educations e where ${sql.raw(isTheirEducation)}
    ) degrees on true
    where a.id = any (${ids}::bigint[])
    order by a.id
  `
  return new Map(rows.map((row) => [row.id, { ...row, name: displayName(row) }]))
}

/** A parsed line; `parts` are the comma-separated parts of a name. */
type Question =
  | { as: 'email'; addresses: string[] }
  | { as: 'buid' | 'contact_id'; value: string }
  | { as: 'name'; parts: string[]; years: number[] }

function readLine(line: string): Question | null {
  if (withoutFormatCharacters(line).replace(/[\s\p{Cc}\p{Cs}]+/gu, '') === '') return null
  const { groups, years } = readTypedPerson(line)
  const parts = groups.flat()
  if (line.includes('@'))
    return { as: 'email', addresses: parts.flatMap((part) => (part.kind === 'email' ? part.text : [])) }
  const [only] = parts
  if (only && parts.length === 1 && /^(?:B\d{8}|C-\d{9})$/i.test(only.text))
    return { as: only.kind === 'buid' ? 'buid' : 'contact_id', value: only.text.toUpperCase() }
  return { as: 'name', parts: groups.map((group) => group.map(({ text }) => text).join(' ')), years }
}
