export { createGuard, type Guard, type GuardOptions } from './guard.ts'
export { guardRequests } from './guard-requests.ts'
export { normalizeAddress } from './client-address.ts'
export type { Ban } from './ban-store.ts'
