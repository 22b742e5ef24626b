export { pageOf } from './page-of.ts'
export { auditLogRoutes } from './routes.ts'
