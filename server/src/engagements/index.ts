export { engagementRoutes } from './routes.ts'
