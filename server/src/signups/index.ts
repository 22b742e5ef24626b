export { signupLetters } from './letters.ts'
export { signupRoutes } from './routes.ts'
