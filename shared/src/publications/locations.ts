import { z } from 'zod'
import { countryCodes, countryName, placeName } from '../countries.ts'
import { optionalText } from './publications.ts'

/** Missing fields are not changed. `region` is a state or province; a null `country` means the United States. */
export const locationFields = {
  city: optionalText(100).optional(),
  region: optionalText(100).optional(),
  country: z
    .string()
    .nullable()
    .refine((code) => code === null || countryCodes.includes(code), 'Choose the country from the list.')
    .optional(),
}
export const location = z.object({ city: z.string(), region: z.string().nullable(), country: z.string().nullable() })
export type Location = z.infer<typeof location>

export const locationColumns = {
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().nullable(),
}
export const cityFilter = z.string().trim().max(100).optional().catch(undefined)

type MaybeLocation = { [Part in keyof Location]?: string | null | undefined }

/** Returns text such as "Dublin, Ireland" or "Boston, MA"; empty if the location is unknown. */
export function formatCity({ city = null, region = null, country = null }: MaybeLocation): string {
  return placeName({ city, state: region, country })
}

/** Returns text such as "Casa Majo, Dublin, Ireland". Does not repeat a city that `parts` already contains. */
export function formatFullAddress(
  parts: readonly (string | null | undefined | false)[],
  location: MaybeLocation,
): string {
  const before = parts.flatMap((part) => (part ? part.split(', ') : []))
  const city = folded(location.city)
  if (city && folded(before.at(-1)) === city) before.pop()
  else if (city && before.some((part) => folded(part) === city)) {
    const { country } = location
    const abroad = country && country !== 'US' ? countryName(country) : ''
    return [...before, before.some((part) => folded(part) === folded(abroad)) ? '' : abroad].filter(Boolean).join(', ')
  }
  return [...before, formatCity(location)].filter(Boolean).join(', ')
}

type EventPlace = { is_online: boolean; venue: string | null; address: string | null } & MaybeLocation

/** Returns the place in one line, empty if it is unknown. The `address` of an online event is its link. */
export function eventPlace({ is_online, venue, address, ...location }: EventPlace): string {
  return is_online
    ? ['Online', venue, address].filter(Boolean).join(', ')
    : formatFullAddress([venue, address], location)
}

function folded(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
