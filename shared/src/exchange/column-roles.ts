/** The roles that a person can give a column. */
export const roles = [
  'email',
  'name',
  'firstName',
  'lastName',
  'status',
  'personRole',
  'eventDate',
  'eventName',
] as const
export type Role = (typeof roles)[number]
