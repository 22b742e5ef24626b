export { forgetEmailChanges } from './change-email.ts'
export { eraseDeletedSignups } from './erase-signups.ts'
export { profileLetters } from './letters.ts'
export { profileRoutes } from './routes.ts'
