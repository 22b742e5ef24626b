export { toolRoutes } from './routes.ts'
