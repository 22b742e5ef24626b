export { verifyChanges } from './moves.ts'
export { queueChange } from './queue-change.ts'
export { crmRoutes } from './routes.ts'
