export { countCrmTasks } from './crm/find-changes.ts'
export { type ChangeAuthor, queueChange, readUnconfirmedValues } from './crm/queue-change.ts'
export { listLatestBatches } from './imports/batches.ts'
export { countStalledImports, requeueImports } from './imports/requeue.ts'
