import type { SignupAnswer, SignupPage, SignupRecord } from '@alumni/shared/champions/staff-page'
import { helpRoles, isLocationComplete, type HelpRole } from '@alumni/shared/champions/record'
import { countryName, writtenState } from '@alumni/shared/countries'

export type Choices = SignupPage['choices']

/** An answer as people read it; null is none. */
export function answerWords(field: SignupAnswer, value: unknown, { colleges, affinities }: Choices): string | null {
  if (value === null || value === undefined || value === '') return null
  switch (field) {
    case 'country':
      return countryName(String(value))
    case 'college_code':
      return labelOf(colleges, String(value))
    case 'help_roles':
      return listed(value, (role) => helpRoles[role as HelpRole] ?? role)
    case 'affinity_codes': {
      const all = affinities.flatMap(({ options }) => options)
      return listed(value, (code) => labelOf(all, code))
    }
    default:
      return String(value)
  }
}

/** Where a champion lives, a line each; null: they have not said. */
export function placeWords(signup: SignupRecord): string | null {
  const { street, city, zip_code, postal_code, country } = signup
  const town = [[city, writtenState(signup)].filter(Boolean).join(', '), zip_code ?? postal_code]
    .filter(Boolean)
    .join(' ')
  const lines = [street, town, isLocationComplete(signup) || country ? countryName(country) : null]
  return lines.filter(Boolean).join('\n') || null
}

function labelOf(options: readonly { value: string; label: string }[], code: string): string {
  return options.find(({ value }) => value === code)?.label ?? code
}

function listed(value: unknown, name: (code: string) => string): string | null {
  return Array.isArray(value) ? value.map((code) => name(String(code))).join('\n') || null : null
}
