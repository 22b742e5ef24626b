export { eventsApiRoutes } from './routes.ts'
