export { verifyChanges } from './moves.ts'
export { queueChange, type MadeBy } from './queue-change.ts'
export { crmRoutes } from './routes.ts'
export { withdrawArrived } from './withdraw-arrived.ts'
