export { countEventsSoon } from './content/staff-event-list.ts'
export { opportunitiesToAnswer } from './opportunities/staff-list.ts'
