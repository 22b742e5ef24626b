export { verifyChanges } from './moves.ts'
