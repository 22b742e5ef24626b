import { championSignupLetters } from './champion-signups/index.ts'
import { contentLetters } from './content/index.ts'
import { identityLetters } from './identity/index.ts'
import type { Composers } from './mail/letters.ts'
import { opportunityLetters } from './opportunities/index.ts'
import { profileLetters } from './profile/index.ts'
import { signupLetters } from './signups/index.ts'
import { staffLetters } from './staff/letters.ts'

/** Every kind of letter with who writes it, at the moment of sending. */
export const composers: Composers = {
  ...staffLetters,
  ...identityLetters,
  ...signupLetters,
  ...profileLetters,
  ...championSignupLetters,
  ...opportunityLetters,
  ...contentLetters,
}
