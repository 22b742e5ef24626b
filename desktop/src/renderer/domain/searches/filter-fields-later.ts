import { loadedLater } from '../../ui/table/loaded-later.ts'

/** Loads all fields in one script, so that the panel waits for one request. */
const load = () => import('./panel-fields.tsx')

export const CodesField = loadedLater(load, 'CodesField')
export const TypedField = loadedLater(load, 'TypedField')
export const OneOfField = loadedLater(load, 'OneOfField')
export const YesNoField = loadedLater(load, 'YesNoField')
export const PlaceField = loadedLater(load, 'PlaceField')
export const EventField = loadedLater(load, 'EventField')

/** Loads the fields before the panel shows them. */
export function preloadFields(): void {
  for (const field of [CodesField, TypedField, OneOfField, YesNoField, PlaceField, EventField]) void field.preload?.()
}
