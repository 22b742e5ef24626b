import { lazyComponent } from '../../ui/lazy-component.ts'

/** Loads all fields in one script, so that the panel waits for one request. */
const load = () => import('./panel-fields.tsx')

export const CodesField = lazyComponent(load, 'CodesField')
export const TypedField = lazyComponent(load, 'TypedField')
export const OneOfField = lazyComponent(load, 'OneOfField')
export const YesNoField = lazyComponent(load, 'YesNoField')
export const PlaceField = lazyComponent(load, 'PlaceField')
export const EventField = lazyComponent(load, 'EventField')

export function preloadFields(): void {
  for (const field of [CodesField, TypedField, OneOfField, YesNoField, PlaceField, EventField]) void field.preload?.()
}
