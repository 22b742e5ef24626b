import type { BatchLine, BatchSearchReply } from '@alumni/shared/alumni/batch-search'
import type { SearchIndex } from '../search-index/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { findByEmail, findByIdentifier, type Found } from './find-alumni.ts'
import { findByName } from './find-by-name.ts'
import { findSimilar } from './find-similar.ts'
import { peopleWithIds } from './people.ts'
import { keyOf, readLine, type Question } from './read-line.ts'

/** Finds the people of each line. Lines that ask the same are looked up once. */
export async function batchSearch(db: Db, index: SearchIndex, lines: readonly string[]): Promise<BatchSearchReply> {
  const { questions, asked } = questionsOf(lines)
  const found = await answer(db, questions)
  // No snapshot: alumni are changed, and never deleted.
  const people = await peopleWithIds(db, [...new Set([...found.values()].flatMap(({ ids }) => ids))])
  const unknown = questions.flatMap(({ question }, at) => (found.has(at) ? [] : [{ index: at, question }]))
  const similar = await findSimilar(db, index, unknown)
  const answers = asked.map(({ line, index }): BatchLine => {
    const { total, ids } = found.get(index) ?? { total: 0, ids: [] }
    const { question, first } = questions[index]!
    return {
      line,
      read_as: question.as,
      same_as: first === line ? null : first,
      outcome: outcomeOf(total),
      total,
      buids: ids.map((id) => people.get(id)!.buid),
      similar: (similar.get(index) ?? []).map(({ buid }) => buid),
    }
  })
  return {
    blank: lines.length - asked.length,
    counts: countOutcomes(answers),
    lines: answers,
    people: [...new Map([...[...similar.values()].flat(), ...people.values()].map((one) => [one.id, one])).values()],
  }
}

/** Each question once, with the first line that asks it; and for each line the index of its question. */
function questionsOf(lines: readonly string[]) {
  const indexes = new Map<string, number>()
  const questions: { question: Question; first: number }[] = []
  const asked = lines.flatMap((text, n) => {
    const question = readLine(text)
    if (!question) return []
    const key = keyOf(question)
    const index = indexes.get(key) ?? questions.push({ question, first: n + 1 }) - 1
    indexes.set(key, index)
    return [{ line: n + 1, index }]
  })
  return { questions, asked }
}

async function answer(db: Db, questions: readonly { question: Question }[]): Promise<Map<number, Found>> {
  const asking = <As extends Question['as']>(as: As) =>
    questions.flatMap(({ question }, index) =>
      question.as === as ? [{ index, ...(question as Extract<Question, { as: As }>) }] : [],
    )
  return new Map([
    ...(await findByEmail(
      db,
      asking('email').flatMap(({ index, addresses }) => addresses.map((value) => ({ index, value }))),
    )),
    ...(await findByIdentifier(db, 'buid', asking('buid'))),
    ...(await findByIdentifier(db, 'contact_id', asking('contact_id'))),
    ...(await findByName(db, asking('name'))),
  ])
}

function outcomeOf(total: number): BatchLine['outcome'] {
  if (total === 0) return 'none'
  return total === 1 ? 'one' : 'several'
}

function countOutcomes(lines: readonly BatchLine[]): BatchSearchReply['counts'] {
  const counts = { one: 0, several: 0, none: 0 }
  for (const { outcome } of lines) counts[outcome]++
  return counts
}
