import type { BatchLine, BatchSearchReply } from '@alumni/shared/batch-search'
import { IsolationLevel } from '@mikro-orm/core'
import type { EntityManager } from '../database/orm.ts'
import { findByEmail, findByIdentifier, type Found } from './find-alumni.ts'
import { findByName } from './find-by-name.ts'
import { peopleWithIds } from './people.ts'
import { keyOf, readLine, type Question } from './read-line.ts'

/** Who stands behind each line, of one moment. Lines that ask the same are looked up once and answered alike. */
export async function batchSearch(em: EntityManager, lines: readonly string[]): Promise<BatchSearchReply> {
  const asked = lines.flatMap((text, at) => {
    const question = readLine(text)
    return question ? [{ line: at + 1, question, key: keyOf(question) }] : []
  })
  const questions = new Map(asked.map(({ key, question }) => [key, question]))
  const { found, people } = await em.transactional(
    async (em) => {
      const found = await answer(em, questions)
      return { found, people: await peopleWithIds(em, [...new Set([...found.values()].flatMap(({ ids }) => ids))]) }
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  )
  const firsts = new Map<string, number>()
  const answers = asked.map(({ line, question, key }): BatchLine => {
    const { total, ids } = found.get(key) ?? { total: 0, ids: [] }
    const same_as = firsts.get(key) ?? null
    if (same_as === null) firsts.set(key, line)
    return { line, read_as: question.as, same_as, outcome: outcomeOf(total), total, buids: ids.map((id) => people.get(id)!.buid) }
  })
  return { blank: lines.length - asked.length, counts: countOutcomes(answers), lines: answers, people: [...people.values()] }
}

async function answer(em: EntityManager, questions: Map<string, Question>): Promise<Map<string, Found>> {
  const asking = <As extends Question['as']>(as: As) => [...questions].flatMap(([key, question]) => (question.as === as ? [{ key, ...(question as Extract<Question, { as: As }>) }] : []))
  return new Map([
    ...(await findByEmail(em, asking('email').flatMap(({ key, addresses }) => addresses.map((value) => ({ key, value }))))),
    ...(await findByIdentifier(em, 'buid', asking('buid' as const))),
    ...(await findByIdentifier(em, 'contact_id', asking('contact_id' as const))),
    ...(await findByName(em, asking('name'))),
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
