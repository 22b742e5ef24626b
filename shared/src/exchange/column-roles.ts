export const columnRoles = [
  'email',
  'name',
  'firstName',
  'lastName',
  'status',
  'personRole',
  'eventDate',
  'eventName',
] as const
export type ColumnRole = (typeof columnRoles)[number]
