export { championSignupLetters } from './letters.ts'
export { championSignupRoutes } from './routes.ts'
