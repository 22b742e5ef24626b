import { z } from 'zod'

/** The value of `near` that stands for the signed-in champion’s home, so that URLs do not reveal where it is. */
export const nearMe = 'me'
export const radii = [10, 25, 50, 100, 250] as const
const defaultRadius = 50

const placeText = z.string().trim().max(200).catch('')

/** A form can send `near` twice; typed text then takes precedence over `me`. */
export const placeFilters = {
  near: z.preprocess((sent) => (Array.isArray(sent) ? (sent.find(Boolean) ?? '') : sent), placeText),
  within: z.string().trim().max(20).catch(''),
  online: z.literal('yes').or(z.literal('')).catch(''),
}
export type PlaceQuery = { near: string; within: string; online: 'yes' | '' }

/** Parses the `within` filter: blank is the default radius. Returns null unless it is a whole number from 1 to 500. */
export function parseMiles(within: string): number | null {
  const miles = within === '' ? defaultRadius : Number(within)
  return Number.isInteger(miles) && miles >= 1 && miles <= 500 ? miles : null
}

/** `found` describes the result. `nearest` links to a wider list if nothing was found. `places` are suggestions. */
export const shownPlaceFilters = {
  found: z.string(),
  nearest: z.object({ href: z.string(), label: z.string() }).nullable(),
  places: z.array(z.string()),
}
