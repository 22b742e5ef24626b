export { verifyChanges } from './moves.ts'
export { crmRoutes } from './routes.ts'
