import { z } from 'zod'
import { countryCodes, countryName, placeName } from '../countries.ts'
import { lineOrNone } from './publications.ts'

/**
 * The fields that say where something takes place, beside its room or street. A save that leaves one out leaves it as
 * it was; no country is the United States. The region is a state where there are states.
 */
export const locationFields = {
  city: lineOrNone(100).optional(),
  region: lineOrNone(100).optional(),
  country: z
    .string()
    .nullable()
    .refine((code) => code === null || countryCodes.includes(code), 'Choose the country from the list.')
    .optional(),
}
export const location = z.object({ city: z.string(), region: z.string().nullable(), country: z.string().nullable() })
export type Location = z.infer<typeof location>

/** The same in a row of a list. */
export const locationColumns = {
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().nullable(),
}
/** A list's filter of those in a city. */
export const cityFilter = z.string().trim().max(100).optional().catch(undefined)

type MaybeLocation = { [Part in keyof Location]?: string | null | undefined }

/** "Dublin, Ireland", "Boston, MA"; blank where nothing is known. */
export function cityWords({ city = null, region = null, country = null }: MaybeLocation): string {
  return placeName({ city, state: region, country })
}

/**
 * The parts of an address with the city behind them: "Casa Majo, Dublin, Ireland". A city that the address ends with, or
 * that stands in it, is not repeated.
 */
export function addressWords(parts: readonly (string | null | undefined | false)[], location: MaybeLocation): string {
  const before = parts.flatMap((part) => (part ? part.split(', ') : []))
  const city = folded(location.city)
  if (city && folded(before.at(-1)) === city) before.pop()
  else if (city && before.some((part) => folded(part) === city)) {
    const { country } = location
    const abroad = country && country !== 'US' ? countryName(country) : ''
    return [...before, before.some((part) => folded(part) === folded(abroad)) ? '' : abroad].filter(Boolean).join(', ')
  }
  return [...before, cityWords(location)].filter(Boolean).join(', ')
}

type EventPlace = { is_online: boolean; venue: string | null; address: string | null } & MaybeLocation

/** The place of an event in one line, blank if it is not known yet. The address of one online is its link. */
export function eventPlace({ is_online, venue, address, ...location }: EventPlace): string {
  return is_online ? ['Online', venue, address].filter(Boolean).join(', ') : addressWords([venue, address], location)
}

function folded(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
