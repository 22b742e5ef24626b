export { readChoices } from './choices.ts'
export { signupLetters } from './letters.ts'
export { signupRoutes, type ReadHome } from './routes.ts'
