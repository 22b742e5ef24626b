export { ipHashOf, writeActivityEvent } from './activity-events.ts'
export {
  hasEmail,
  idsStandingFor,
  lockSurvivingSignup,
  signupsStandingFor,
  signupWithEmail,
  survivingSignup,
  survivorOf,
  type Signup,
} from './find-signup.ts'
export { greetedName } from './greeted-name.ts'
export { maskedEmail } from './mask.ts'
export { signupOfLetter } from './signup-of-letter.ts'
export { moveSignup, settleStatus } from './move-signup.ts'
export {
  asDraft,
  beginDraft,
  draftColumns,
  draftHash,
  draftLifetimeSeconds,
  type Draft,
  type DraftAnswers,
} from './signup-drafts.ts'
