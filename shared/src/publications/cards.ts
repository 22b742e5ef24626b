import { z } from 'zod'
import { photoName } from './photos.ts'

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

export const picture = z.object({
  kind: z.enum(pictureKinds),
  seed: z.string(),
  photo: z.object({ name: photoName, alt: z.string() }).nullable(),
})
export type Picture = z.infer<typeof picture>

/** `over` is the text above the title; `note` is text such as "12 places left". */
export const card = z.object({
  href: z.string(),
  title: z.string(),
  over: z.string().nullable(),
  text: z.string(),
  picture,
  date: z.object({ at: z.string(), zone: z.string() }).nullable(),
  tag: z.object({ tone: z.enum(['good', 'waiting', 'warning', 'bad', 'neutral']), label: z.string() }).nullable(),
  note: z.string().nullable(),
})
export type Card = z.infer<typeof card>
