import { radii, type PlaceQuery } from '@alumni/shared/publications/place-filters'
import { listCities, findNearbySites, type NearbySites, type Site, type Visit } from './near.ts'

export type PlaceList<Filters extends PlaceQuery> = {
  path: string
  /** Lists the sites that match all filters except those by place. */
  sites(filters: Filters): Promise<Site[]>
  countWords(count: number, filters: Filters): string
  /** Returns the text for the time filter, such as "this month". */
  timeWords(filters: Filters): string
  /** Wider filters to try in this order if nothing is found. */
  wider: readonly Partial<Filters>[]
}

export async function readPlaces<Filters extends PlaceQuery>(list: PlaceList<Filters>, visit: Visit, filters: Filters) {
  const sites = await list.sites(filters)
  const narrowed = await findNearbySites(visit, filters, sites)
  const count = countOf(narrowed, sites)
  return {
    ids: narrowed.ids,
    errors: narrowed.errors,
    shown: {
      found: describeFound(list, filters, narrowed, count),
      nearest: count === 0 ? await findWiderFilters(list, visit, filters, narrowed) : null,
      places: listCities(sites),
    },
  }
}

async function findWiderFilters<Filters extends PlaceQuery>(
  list: PlaceList<Filters>,
  visit: Visit,
  filters: Filters,
  { farther = Infinity, country }: NearbySites,
) {
  const radius = radii.find((miles) => miles >= farther)
  const anywhere = { near: '', within: '' }
  const ways: Partial<PlaceQuery>[] = [
    ...(radius ? [{ within: String(radius) }] : []),
    ...(country ? [{ near: country, within: '' }] : []),
    ...(filters.online ? [] : [{ ...anywhere, online: 'yes' as const }]),
  ]
  for (const way of [
    ...ways,
    ...list.wider,
    { ...anywhere, online: '' as const },
    ...list.wider.map((way) => ({ ...way, ...anywhere, online: '' as const })),
  ]) {
    const wider = { ...filters, ...way, page: 1 }
    const sites = await list.sites(wider)
    const narrowed = await findNearbySites(visit, wider, sites)
    const count = countOf(narrowed, sites)
    if (count > 0)
      return { href: buildHref(list.path, wider), label: `See ${describeFound(list, wider, narrowed, count)}` }
  }
  return null
}

function countOf({ ids }: NearbySites, sites: readonly Site[]): number {
  return ids?.length ?? sites.length
}

function describeFound<Filters extends PlaceQuery>(
  list: PlaceList<Filters>,
  filters: Filters,
  { words }: NearbySites,
  count: number,
) {
  return [list.countWords(count, filters), words, list.timeWords(filters)].filter(Boolean).join(' ')
}

function buildHref(path: string, filters: object): string {
  const present = Object.entries(filters).filter(([name, value]) => name !== 'page' && value && value !== 'upcoming')
  const query = new URLSearchParams(present).toString()
  return query ? `${path}?${query}` : path
}
