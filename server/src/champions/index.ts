export { registerAnswers } from './record/answers.ts'
export { countDuplicates } from './merges/list-duplicates.ts'
export { ipHashOf, writeActivityEvent } from './record/activity-events.ts'
export {
  hasEmail,
  idsStandingFor,
  namesOfSignups,
  type Signup,
  signupsStandingFor,
  survivingSignup,
  survivorOf,
} from './record/find-signup.ts'
export { greetedName } from './record/signup-of-letter.ts'
export { isAboutSignups, personOfLetter, signupOfLetter, stateOfLetter } from './record/signup-of-letter.ts'
export { completeSignin } from './sign-in/complete-signin.ts'
export {
  addPendingAnswer,
  findPendingAnswer,
  renewPendingAnswer,
  writeAnswerLink,
  type PendingAnswer,
} from './sign-in/pending-answers.ts'
export { signupOfAnswer } from './signup-of-answer.ts'
export { champion, verifiedOnlyOf } from './sign-in/visitor.ts'
export { nameSignups } from './staff-pages/list-export.ts'
export { signupChoicesOf } from './staff-pages/routes.ts'
export { signupsFound } from './staff-pages/list-filters.ts'
export { countSignups, countToLink } from './staff-pages/list-signups.ts'
export { changeOptOuts } from './record/letter-opt-outs.ts'
export { repeatEndings } from './profile/erase-signups.ts'
