import { z } from 'zod'

/** The value of `near` for the place where the signed-in champion lives, which no URL contains. */
export const nearMe = 'me'
export const radii = [10, 25, 50, 100, 250] as const
const defaultRadius = 50

const placeText = z.string().trim().max(200).catch('')

/** The filters of a list by place. A form may send `near` twice: typed text counts before `me`. */
export const placeFilters = {
  near: z.preprocess((sent) => (Array.isArray(sent) ? (sent.find(Boolean) ?? '') : sent), placeText),
  within: z.string().trim().max(20).catch(''),
  online: z.literal('yes').or(z.literal('')).catch(''),
}
export type PlaceQuery = { near: string; within: string; online: 'yes' | '' }

/** Parses a radius in miles; null if it is not a sensible distance. */
export function parseMiles(within: string): number | null {
  const miles = within === '' ? defaultRadius : Number(within)
  return Number.isInteger(miles) && miles >= 1 && miles <= 500 ? miles : null
}

/** `found` is a sentence; `nearest` links to a wider list if nothing was found, and `places` are suggestions. */
export const shownPlaceFilters = {
  found: z.string(),
  nearest: z.object({ href: z.string(), label: z.string() }).nullable(),
  places: z.array(z.string()),
}
