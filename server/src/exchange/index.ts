export { type MadeBy, queueChange } from './crm/queue-change.ts'
export { countCrmTasks } from './crm/waiting.ts'
export { latestBatches, resultsOf } from './imports/latest-batches.ts'
