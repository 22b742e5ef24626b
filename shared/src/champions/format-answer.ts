import { countryName } from '../countries.ts'
import { fieldOf, type SignupAnswer } from './answers.ts'
import { helpRoles } from './record.ts'
import type { FormChoices } from './sign-up.ts'

const roleNames: Record<string, string> = helpRoles

/** Formats an answer as the names of the selected options, or the typed text; empty if there is no answer. */
export function formatAnswer(
  name: SignupAnswer,
  value: unknown,
  { colleges, affinities }: Pick<FormChoices, 'colleges' | 'affinities'>,
): string[] {
  const list = fieldOf(name).options
  const formatCode = (code: string) => {
    switch (list) {
      case 'countries':
        return countryName(code)
      case 'colleges':
        return labelIn(colleges, code)
      case 'affinities':
        return labelIn(
          affinities.flatMap(({ options }) => options),
          code,
        )
      case 'roles':
        return roleNames[code] ?? code
      case undefined:
        return code
    }
  }
  return [value ?? []].flat().map(String).filter(Boolean).map(formatCode)
}

function labelIn(options: readonly { value: string; label: string }[], code: string): string {
  return options.find(({ value }) => value === code)?.label ?? code
}
