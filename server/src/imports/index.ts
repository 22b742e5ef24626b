export { withChecksum } from './crm-id.ts'
export type { Field, ImportDefinition } from './definition.ts'
export { definitions } from './types/all.ts'
export { cellText, readValue } from './values.ts'
