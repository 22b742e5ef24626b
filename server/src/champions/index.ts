export type { AnswerRules, AnswerTable } from './merges/duplicate-answers.ts'
export { countDuplicates } from './merges/list-duplicates.ts'
export { repeatEndings } from './profile/erase-signups.ts'
export { ipHashOf, writeActivityEvent } from './record/activity-events.ts'
export {
  hasEmail,
  signupIdsOf,
  namesOfSignups,
  type Signup,
  mapToSurvivors,
  survivorId,
  findSurvivingSignup,
  survivorOf,
} from './record/find-signup.ts'
export { changeOptOuts } from './record/letter-opt-outs.ts'
export { recordAttendancesOf } from './record/record-attendances.ts'
export {
  greetedName,
  isAboutSignups,
  survivorOfLetter,
  signupOfLetter,
  stateOfLetter,
} from './record/signup-of-letter.ts'
export { completeSignin } from './sign-in/complete-signin.ts'
export {
  addPendingAnswer,
  findPendingAnswer,
  type PendingAnswer,
  renewPendingAnswer,
  createAnswerLink,
} from './sign-in/pending-answers.ts'
export { getChampion, verifiedOnlyOf } from './sign-in/visitor.ts'
export { findOrCreateSignup } from './find-or-create-signup.ts'
export { describeSignups } from './staff-pages/list-export.ts'
export { matchingSignups } from './staff-pages/list-filters.ts'
export { countSignups, countSignupsToLink } from './staff-pages/list-signups.ts'
export { signupChoicesOf } from './staff-pages/routes.ts'
