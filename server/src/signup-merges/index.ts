export { signupMergeRoutes } from './routes.ts'
