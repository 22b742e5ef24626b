// Demo files are made from the import's own tables of columns; its index.ts would load the whole web application with them.
// oxlint-disable no-restricted-imports
export type { Field, ImportDefinition } from '../imports/definition.ts'
export { definitions } from '../imports/types/all.ts'
export { withChecksum } from '../imports/crm-id.ts'
