export { recordedListRoutes } from './routes.ts'
