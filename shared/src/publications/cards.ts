import { z } from 'zod'
import { photoName } from './photos.ts'

/** The kinds of drawings. */
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

/** The picture beside a text: a photo, or without one a drawing, which is the same for the same `seed`. */
export const picture = z.object({
  kind: z.enum(pictureKinds),
  seed: z.string(),
  photo: z.object({ name: photoName, alt: z.string() }).nullable(),
})
export type Picture = z.infer<typeof picture>

/** A card of a list, which links to `href`. `over` is shown above the title; `note` is such as "12 places left". */
export const card = z.object({
  href: z.string(),
  title: z.string(),
  over: z.string().nullable(),
  text: z.string(),
  picture,
  /** An instant with the zone of its place. */
  date: z.object({ at: z.string(), zone: z.string() }).nullable(),
  tag: z.object({ tone: z.enum(['good', 'waiting', 'warning', 'bad', 'neutral']), label: z.string() }).nullable(),
  note: z.string().nullable(),
})
export type Card = z.infer<typeof card>
