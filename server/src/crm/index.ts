export { verifyChanges } from './moves.ts'
export { noteChange } from './note-change.ts'
