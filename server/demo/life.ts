import { colleges, type College } from './vocabulary.ts'
import { Random } from './random.ts'

const firstClass = 1952
export const latestClass = 2026

export type Life = { classYear: number; college: College; isFemale: boolean; isDeceased: boolean }

export function lifeAt(seed: number, index: number): Life {
  const random = new Random(seed, index, 1)
  const classYear = latestClass - Math.floor((latestClass - firstClass) * random.next() ** 1.4)
  const college = random.pickWeighted(colleges)
  const isFemale = random.chance(classYear < 1975 ? 0.38 : 0.54)
  return { classYear, college, isFemale, isDeceased: random.chance(shareDeceased(latestClass - classYear + 22)) }
}

function shareDeceased(age: number): number {
  if (age > 90) return 0.75
  if (age > 80) return 0.4
  if (age > 70) return 0.16
  return age > 55 ? 0.05 : 0.008
}
