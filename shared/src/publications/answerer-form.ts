import { z } from 'zod'
import { formShape } from '../champions/answers.ts'

/**
 * What the form sends beside the answer itself if no one is signed in or remembered; `website` is a trap for programs.
 * With the link of a letter, the e-mail address is the one to which the letter went.
 */
export function answererForm({ hasLetter }: { hasLetter: boolean }) {
  const { email, ...names } = formShape(['first_name', 'last_name', 'email'])
  return z.object({ ...names, email: hasLetter ? z.unknown().optional() : email })
}
