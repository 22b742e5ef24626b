import { loadedLater } from '../../ui/table/loaded-later.ts'

const load = () => import('./filter-fields.tsx')

export const CodesField = loadedLater(load, 'CodesField')
export const TypedField = loadedLater(load, 'TypedField')
export const OneOfField = loadedLater(load, 'OneOfField')
export const YesNoField = loadedLater(load, 'YesNoField')
export const PlaceField = loadedLater(() => import('./place-field.tsx'), 'PlaceField')
