export { signupLetters } from './letters.ts'
export { signupRoutes, type ReadHome } from './routes.ts'
