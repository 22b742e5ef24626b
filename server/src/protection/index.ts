export { createGuard, type Guard } from './guard.ts'
export { guardRequests } from './guard-requests.ts'
export { banning, limits } from './limits.ts'
export type { Violation } from './offences.ts'
