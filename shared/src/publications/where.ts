import { z } from 'zod'

/** `?near=me`: where the signed-in champion lives, which no address of a page says. */
export const nearMe = 'me'
export const radii = [10, 25, 50, 100, 250] as const
const usualRadius = 50

const typed = z.string().trim().max(200).catch('')

/** The filters of a list by place. A form may send `near` twice: what was typed counts before `me`. */
export const whereQuery = {
  near: z.preprocess((sent) => (Array.isArray(sent) ? (sent.find(Boolean) ?? '') : sent), typed),
  /** Miles; read by `readMiles`. */
  within: z.string().trim().max(20).catch(''),
  online: z.literal('yes').or(z.literal('')).catch(''),
}
export type WhereAsked = { near: string; within: string; online: 'yes' | '' }

/** The miles that are asked for; null: no distance that makes sense. */
export function readMiles(within: string): number | null {
  const miles = within === '' ? usualRadius : Number(within)
  return Number.isInteger(miles) && miles >= 1 && miles <= 500 ? miles : null
}

/**
 * The filters of a list by place as it shows them: `found` says how they were read and how many there are, as in
 * "3 events within 50 miles of Boston"; `nearest` leads to some where there are none. `places` are suggested.
 */
export const whereShown = {
  found: z.string(),
  nearest: z.object({ href: z.string(), label: z.string() }).nullable(),
  places: z.array(z.string()),
}
