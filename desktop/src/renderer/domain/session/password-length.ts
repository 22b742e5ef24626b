import { passwordLength } from '@alumni/shared/staff/accounts'

/** Returns undefined for a valid length. Counts code points after NFKC normalization, as the server does. */
export function describePasswordProblem(password: string): string | undefined {
  const length = [...password.normalize('NFKC')].length
  if (length < passwordLength.min) return `Use at least ${passwordLength.min} characters; these are ${length}.`
  if (length > passwordLength.max) return `Use at most ${passwordLength.max} characters; these are ${length}.`
  return undefined
}
