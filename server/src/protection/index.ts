export { createGuard } from './guard.ts'
export { guardRequests } from './guard-requests.ts'
export { protectionRoutes } from './routes.ts'
