export { CodesField, OneOfField, TypedField, YesNoField } from './filter-fields.tsx'
export { EventField, PlaceField } from './suggested-fields.tsx'
