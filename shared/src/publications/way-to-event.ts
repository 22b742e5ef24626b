type Place = { is_online: boolean; venue: string | null; address: string | null }

/**
 * The way to an event for one who goes: into it online, where `address` is its link, or there on a map. Null: neither is
 * known yet.
 */
export function wayTo({ is_online, venue, address }: Place): { label: string; url: string } | null {
  if (!address) return null
  if (is_online) return /^https?:\/\//.test(address) ? { label: 'Join online', url: address } : null
  const query = encodeURIComponent([venue, address].filter(Boolean).join(', '))
  return { label: 'Get directions', url: `https://www.google.com/maps/search/?api=1&query=${query}` }
}
