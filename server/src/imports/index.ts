export type { Field, ImportDefinition } from './definition.ts'
export { definitions } from './types/all.ts'
export { receiveCsv } from './receive-csv.ts'
