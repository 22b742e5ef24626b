import type { EmployerReason } from '@alumni/shared/alumni/reports'
import { editDistance } from '../people-index/search/edit-distance.ts'

/** An employer as it is spelt, and how many people have it so. */
export type Spelling = { employer: string; people: number }
export type EmployerFinding = {
  employer: string
  why: EmployerReason
  suggestion: string | null
  suggestion_people: number | null
}

/** Entries that mean no employer at all. */
const noEmployers = new Set(
  'none,no,na,n a,nil,null,unknown,not known,not applicable,not employed,unemployed,not provided,not available,retired,self,self employed,selfemployed,freelance,freelancer,homemaker,at home,student,various,other,test,tbd,confidential,private,employer,company'.split(
    ',',
  ),
)
/** Endings of companies' names that people leave out as they like. */
const endings = /( (inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|plc|gmbh|ag|sa))+$/

/**
 * The employers that need a look, each with the reason: another spelling of the same name has more people, the name is
 * close to one that many have, it is the name of none, or only one person has it. Nothing is said of the others.
 */
export function findingsOf(spellings: readonly Spelling[]): EmployerFinding[] {
  const byKey = Map.groupBy(spellings, ({ employer }) => keyOf(employer))
  const names = [...byKey].map(([key, same]) => {
    const [head] = same.toSorted((a, b) => b.people - a.people || compare(a.employer, b.employer))
    return { key, head: head!, same, people: same.reduce((sum, { people }) => sum + people, 0) }
  })
  const near = nearestAmong(names.filter(({ people }) => people >= 3))
  return names.flatMap(({ key, head, same, people }) => {
    const finding = (employer: string, why: EmployerReason, meant?: Spelling): EmployerFinding => ({
      employer,
      why,
      suggestion: meant?.employer ?? null,
      suggestion_people: meant?.people ?? null,
    })
    if (key.length < 2 || noEmployers.has(key)) return same.map(({ employer }) => finding(employer, 'none'))
    const meant = people <= 2 ? near(key, people) : undefined
    if (meant) return same.map(({ employer }) => finding(employer, 'misspelt', meant))
    const others = same
      .filter((spelling) => spelling !== head)
      .map(({ employer }) => finding(employer, 'misspelt', head))
    return people === 1 ? [finding(head.employer, 'only_one')] : others
  })
}

/**
 * Returns a key in which letter case, accents, punctuation, "the", "and" and the kind of company make no difference.
 */
function keyOf(employer: string): string {
  const words = employer
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replace(/^the /, '').replace(endings, '').replaceAll(' and ', ' ')
}

type Name = { key: string; head: Spelling; people: number }

/**
 * Finds the name that a person with few people perhaps meant. Only names with the same beginning or end are compared:
 * all would be too many.
 */
function nearestAmong(known: readonly Name[]) {
  const [byBegin, byEnd] = [beginOf, endOf].map((part) => Map.groupBy(known, ({ key }) => part(key)))
  return (key: string, people: number): Spelling | undefined => {
    let best = key.length < 6 ? 0 : key.length < 12 ? 1 : 2
    let nearest: Name | undefined
    for (const name of [...(byBegin!.get(beginOf(key)) ?? []), ...(byEnd!.get(endOf(key)) ?? [])]) {
      if (name.key === key || name.people < 3 * people || Math.abs(name.key.length - key.length) > best) continue
      if (digitsOf(name.key) !== digitsOf(key)) continue
      const distance = editDistance(key, name.key, best)
      if (distance > best || (distance === best && nearest && nearest.people >= name.people)) continue
      best = distance
      nearest = name
    }
    return nearest?.head
  }
}

const beginOf = (key: string) => key.slice(0, 4)
const endOf = (key: string) => key.slice(-4)

/** School 12 is not a misspelt school 13. */
function digitsOf(key: string): string {
  return key.replaceAll(/\D/g, '')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
