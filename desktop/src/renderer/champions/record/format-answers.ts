import { formatAnswer } from '@alumni/shared/champions/format-answer'
import type { SignupAnswer } from '@alumni/shared/champions/answers'
import { isLocationComplete } from '@alumni/shared/champions/record'
import type { SignupPage, SignupRecord } from '@alumni/shared/champions/staff-page'
import { countryName, townName } from '@alumni/shared/countries'

export type Choices = SignupPage['choices']

/** Formats an answer with one line per choice; returns null if there is no answer. */
export function formatAnswerLines(field: SignupAnswer, value: unknown, choices: Choices): string | null {
  return formatAnswer(field, value, choices).join('\n') || null
}

/** Formats the champion's postal address in lines; returns null if they have not entered one. */
export function formatAddressLines(signup: SignupRecord): string | null {
  const { street, zip_code, postal_code, country } = signup
  const town = townName(signup, zip_code ?? postal_code)
  const lines = [street, town, isLocationComplete(signup) || country ? countryName(country) : null]
  return lines.filter(Boolean).join('\n') || null
}
