export { morningRoutes } from './routes.ts'
