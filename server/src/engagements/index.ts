export { fiscalYear } from './fiscal-year.ts'
export { engagementRoutes } from './routes.ts'
