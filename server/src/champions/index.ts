export type { AnswerRules } from './merges/doubles.ts'
export { countDuplicates } from './merges/list-duplicates.ts'
export { signupMergeRoutes } from './merges/routes.ts'
export { repeatEndings } from './profile/erase-signups.ts'
export { profileRoutes } from './profile/routes.ts'
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
  survivorOfLetter as personOfLetter,
  signupOfLetter,
  stateOfLetter,
} from './record/signup-of-letter.ts'
export { completeSignin } from './sign-in/complete-signin.ts'
export {
  addPendingAnswer,
  findPendingAnswer,
  type PendingAnswer,
  renewPendingAnswer,
  writeAnswerLink,
} from './sign-in/pending-answers.ts'
export { identityRoutes } from './sign-in/routes.ts'
export { getChampion, identifyVisitors, verifiedOnlyOf, type Visitor } from './sign-in/visitor.ts'
export { showConfirmation } from './sign-up/confirmation.ts'
export { type ReadHome, signupRoutes } from './sign-up/routes.ts'
export { findOrCreateSignup } from './find-or-create-signup.ts'
export { describeSignups } from './staff-pages/list-export.ts'
export { matchingSignups } from './staff-pages/list-filters.ts'
export { countSignups, countSignupsToLink } from './staff-pages/list-signups.ts'
export { notesOf } from './staff-pages/notes.ts'
export { championSignupRoutes, signupChoicesOf } from './staff-pages/routes.ts'
