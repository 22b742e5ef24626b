export { championSignupRoutes } from './routes.ts'
