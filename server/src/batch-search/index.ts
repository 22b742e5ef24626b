export { batchSearchRoutes } from './routes.ts'
