/** Miles around a place that is only said to be near. */
const usualMiles = 25

/** A place without the words before it that say how far, and the miles they mean. */
export type Around = { place: string; miles: number | undefined }

/** Reads `near Boston` and `within 10 miles of Boston`; other text is a place alone. */
export function readAround(text: string): Around {
  const { miles, place } = form.exec(text)?.groups ?? {}
  if (place === undefined) return { place: text.trim(), miles: undefined }
  return { place, miles: miles === undefined ? usualMiles : Number(miles) }
}

const form =
  /^\s*(?:(?:within\s+)?(?<miles>\d+)[\s-]*mi(?:les?)?\.?\s+(?:of|from|around)|near|around)\s+(?<place>\S.*?)\s*$/isu

/** The filters with a distance of its own where `near` names one. */
export function withDistance<Filters extends { near?: string | undefined; within?: string | undefined }>(
  filters: Filters,
): Filters {
  if (filters.near === undefined) return filters
  const { place, miles } = readAround(filters.near)
  return miles === undefined ? filters : { ...filters, near: place, within: filters.within ?? String(miles) }
}
