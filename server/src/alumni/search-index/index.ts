export { maintainSearchIndex } from './maintain-search-index.ts'
export { SearchIndex } from './search-index.ts'
export type { DescriptionsAsked } from './descriptions.ts'
