import { loadedLater } from '../../ui/table/loaded-later.ts'

export const EventField = loadedLater(() => import('./event-field.tsx'), 'EventField')
