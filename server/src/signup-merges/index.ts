export { countDuplicates } from './list-duplicates.ts'
export { findDuplicates } from './find-duplicates.ts'
export { forgetMerges } from './journal.ts'
export { signupMergeRoutes } from './routes.ts'
