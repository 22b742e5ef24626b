import { radii, type PlaceQuery } from '@alumni/shared/publications/place-filters'
import { listCities, filterSitesByPlace, type SitesByPlace, type Site, type PlaceSearchContext } from './near.ts'

export type PublicationListConfig<Filters extends PlaceQuery> = {
  path: string
  /** Lists the sites that match all filters except those by place. */
  sites(filters: Filters): Promise<Site[]>
  describeCount(count: number, filters: Filters): string
  /** Returns the text for the time filter, such as "this month". */
  describeTime(filters: Filters): string
  /** Wider filters to try in this order if nothing is found. */
  wider: readonly Partial<Filters>[]
}

/** Applies the place filters. `ids` is null if none applies; `shown` links to a wider search if nothing matches. */
export async function findByPlace<Filters extends PlaceQuery>(
  list: PublicationListConfig<Filters>,
  context: PlaceSearchContext,
  filters: Filters,
) {
  const sites = await list.sites(filters)
  const matching = await filterSitesByPlace(context, filters, sites)
  const count = countSites(matching, sites)
  return {
    ids: matching.ids,
    errors: matching.errors,
    shown: {
      found: describeFound(list, filters, matching, count),
      nearest: count === 0 ? await findWiderFilters(list, context, filters, matching) : null,
      places: listCities(sites),
    },
  }
}

async function findWiderFilters<Filters extends PlaceQuery>(
  list: PublicationListConfig<Filters>,
  context: PlaceSearchContext,
  filters: Filters,
  { nextDistance = Infinity, country }: SitesByPlace,
) {
  const radius = radii.find((miles) => miles >= nextDistance)
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
    const matching = await filterSitesByPlace(context, wider, sites)
    const count = countSites(matching, sites)
    if (count > 0)
      return { href: buildHref(list.path, wider), label: `See ${describeFound(list, wider, matching, count)}` }
  }
  return null
}

function countSites({ ids }: SitesByPlace, sites: readonly Site[]): number {
  return ids?.length ?? sites.length
}

function describeFound<Filters extends PlaceQuery>(
  list: PublicationListConfig<Filters>,
  filters: Filters,
  { description }: SitesByPlace,
  count: number,
) {
  return [list.describeCount(count, filters), description, list.describeTime(filters)].filter(Boolean).join(' ')
}

function buildHref(path: string, filters: object): string {
  const present = Object.entries(filters).filter(([name, value]) => name !== 'page' && value && value !== 'upcoming')
  const query = new URLSearchParams(present).toString()
  return query ? `${path}?${query}` : path
}
