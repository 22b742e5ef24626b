import { formatFullAddress } from './locations.ts'

type Place = { is_online: boolean; venue: string | null; address: string | null } & Parameters<
  typeof formatFullAddress
>[1]

/** Returns a link to join an online event or to get directions, or null if the address is missing or unusable. */
export function linkToEvent({ is_online, venue, address, ...location }: Place): { label: string; url: string } | null {
  if (is_online) return address && /^https?:\/\//.test(address) ? { label: 'Join online', url: address } : null
  if (!address && !(venue && location.city)) return null
  // Uses plus signs and commas, so that the URL is readable in plain-text letters.
  const query = encodeURIComponent(formatFullAddress([venue, address], location))
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
  return { label: 'Get directions', url: `https://www.google.com/maps/search/?api=1&query=${query}` }
}
