import { maxForgiven, maxSimilar, type BatchPerson } from '@alumni/shared/alumni/batch-search'
import type { SearchIndex } from '../search-index/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { peopleWithIds } from './people.ts'
import type { Question } from './read-line.ts'

/** Those whose names are like names that nobody has, as the search forgives slips; `index` is that of the question. */
export async function findSimilar(
  db: Db,
  search: SearchIndex,
  unknown: readonly { index: number; question: Question }[],
): Promise<Map<number, BatchPerson[]>> {
  const ids = new Map<number, number[]>()
  const names = unknown.flatMap(({ index, question }) =>
    question.as === 'name' ? [{ index, parts: question.parts }] : [],
  )
  for (const { index, parts } of names.slice(0, maxForgiven)) {
    const found = await search.search({ q: parts.join(' ') }, 0, maxSimilar)
    if (found.matching > 0 && found.matching <= maxSimilar) ids.set(index, [...found.ids])
  }
  if (ids.size === 0) return new Map()
  const people = await peopleWithIds(db, [...new Set([...ids.values()].flat())])
  return new Map([...ids].map(([index, those]) => [index, those.flatMap((id) => people.get(id) ?? [])]))
}
