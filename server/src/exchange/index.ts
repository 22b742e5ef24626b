export { type MadeBy, queueChange, waitingFor } from './crm/queue-change.ts'
export { countCrmTasks } from './crm/find-changes.ts'
export { latestBatches } from './imports/batches.ts'
export { askForImportsAgain, countStalledImports } from './imports/ask-again.ts'
