export { readChoices } from './choices.ts'
export { signupLetters } from './letters.ts'
export { signupRoutes } from './routes.ts'
