import type { NameOrder } from './name-order.ts'
import type { People } from './people.ts'
import type { Suggestions } from './suggestions.ts'

/** All that the index holds: the column store, and the two orders in which it is asked. */
export type Everyone = { people: People; byName: NameOrder; suggestions: Suggestions }
