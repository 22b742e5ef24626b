export { EventField } from './event-field.tsx'
export { CodesField, OneOfField, TypedField, YesNoField } from './filter-fields.tsx'
export { PlaceField } from './place-field.tsx'
