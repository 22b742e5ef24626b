export { createGuard, type Guard } from './guard.ts'
export { guardRequests } from './guard-requests.ts'
export type { Violation } from './offences.ts'
