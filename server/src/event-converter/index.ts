export { eventConverterRoutes } from './routes.ts'
