import { reunionOf } from '@alumni/shared/alumni/classes'
import { count } from '../../ui/words/numbers.ts'

const pluralRules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

export function ordinal(number: number): string {
  return `${count(number)}${endings[pluralRules.select(number)] ?? 'th'}`
}

/** Formats "3rd of 83"; small classes have no rank. */
export function rankWords(rank: number | null, classes: number): string {
  return rank === null ? 'No rank' : `${ordinal(rank)} of ${count(classes)}`
}

export function reunionWords(classYear: number, year: number): string | undefined {
  const years = reunionOf(classYear, year)
  return years === null ? undefined : `${ordinal(years)} reunion`
}
