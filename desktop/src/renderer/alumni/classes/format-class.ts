import { reunionOf } from '@alumni/shared/alumni/classes'
import { formatNumber } from '../../ui/format/numbers.ts'

const pluralRules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

export function formatOrdinal(number: number): string {
  return `${formatNumber(number)}${ordinalSuffixes[pluralRules.select(number)] ?? 'th'}`
}

/** Returns text such as "3rd of 83", or "No rank" for small classes. */
export function formatRank(rank: number | null, classes: number): string {
  return rank === null ? 'No rank' : `${formatOrdinal(rank)} of ${formatNumber(classes)}`
}

/** Returns text such as "25th reunion", or undefined if the class has no reunion in `year`. */
export function formatReunion(classYear: number, year: number): string | undefined {
  const years = reunionOf(classYear, year)
  return years === null ? undefined : `${formatOrdinal(years)} reunion`
}
