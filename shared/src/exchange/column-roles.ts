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
