export { championSignupLetters } from './letters.ts'
export { countSignups, countToLink } from './list-signups.ts'
export { championSignupRoutes } from './routes.ts'
