export { verifyChanges } from './moves.ts'
export { queueChange } from './queue-change.ts'
