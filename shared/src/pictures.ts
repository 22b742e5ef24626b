/** The kinds of drawings on the alumni's site. */
export const pictureKinds = [
  'campus',
  'skyline',
  'hills',
  'coast',
  'forest',
  'music',
  'sport',
  'books',
  'stage',
  'food',
  'science',
  'people',
  'letter',
] as const
export type PictureKind = (typeof pictureKinds)[number]
