import { addressWords } from './locations.ts'

type Place = { is_online: boolean; venue: string | null; address: string | null } & Parameters<typeof addressWords>[1]

/**
 * The way to an event for one who goes: into it online, where `address` is its link, or there on a map. Null: neither is
 * known yet.
 */
export function wayTo({ is_online, venue, address, ...location }: Place): { label: string; url: string } | null {
  if (is_online) return address && /^https?:\/\//.test(address) ? { label: 'Join online', url: address } : null
  if (!address && !(venue && location.city)) return null
  // A letter shows the address of its button: plus signs and commas read better than codes.
  const query = encodeURIComponent(addressWords([venue, address], location))
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
  return { label: 'Get directions', url: `https://www.google.com/maps/search/?api=1&query=${query}` }
}
