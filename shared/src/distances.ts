const defaultMiles = 25

export type Vicinity = { place: string; miles: number | undefined }

/** Parses `near Boston` and `within 10 miles of Boston`; any other text is returned as the place. */
export function parseVicinity(text: string): Vicinity {
  const { miles, place } = pattern.exec(text)?.groups ?? {}
  if (place === undefined) return { place: text.trim(), miles: undefined }
  return { place, miles: miles === undefined ? defaultMiles : Number(miles) }
}

const pattern =
  /^\s*(?:(?:within\s+)?(?<miles>\d+)[\s-]*mi(?:les?)?\.?\s+(?:of|from|around)|near|around)\s+(?<place>\S.*?)\s*$/isu

/** Moves a distance in the `near` filter, as in `within 10 miles of Boston`, to the `within` filter. */
export function withDistance<Filters extends { near?: string | undefined; within?: string | undefined }>(
  filters: Filters,
): Filters {
  if (filters.near === undefined) return filters
  const { place, miles } = parseVicinity(filters.near)
  return miles === undefined ? filters : { ...filters, near: place, within: filters.within ?? String(miles) }
}
