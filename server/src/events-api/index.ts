export { eventsApiRoutes } from './routes.ts'
export { submitBatch } from './submit-batch.ts'
export { unprocessable } from './unprocessable.ts'
