import { radii, type PlaceQuery } from '@alumni/shared/publications/place-filters'
import { citiesIn, narrowByPlace, type Narrowed, type Site, type Visit } from './near.ts'

/** A list of the alumni's site that is filtered by place. */
export type PlaceList<Asked extends PlaceQuery> = {
  path: string
  /** All that its other filters leave. */
  sites(asked: Asked): Promise<Site[]>
  /** "upcoming events", "1 upcoming event" with its number before it. */
  countWords(count: number, asked: Asked): string
  /** "this month"; it ends the sentence. */
  timeWords(asked: Asked): string
  /** Filters to take away where none is left, the first of them first. */
  wider: readonly Partial<Asked>[]
}

/** Reads the filters by place: the ids that fit, what the page says of them, and what is wrong with them. */
export async function readPlaces<Asked extends PlaceQuery>(list: PlaceList<Asked>, visit: Visit, asked: Asked) {
  const sites = await list.sites(asked)
  const narrowed = await narrowByPlace(visit, asked, sites)
  const count = countOf(narrowed, sites)
  return {
    ids: narrowed.ids,
    errors: narrowed.errors,
    shown: {
      found: wordsOf(list, asked, narrowed, count),
      nearest: count === 0 ? await nearestWithSome(list, visit, asked, narrowed) : null,
      places: citiesIn(sites),
    },
  }
}

/** The first way to widen the filters that finds any. */
async function nearestWithSome<Asked extends PlaceQuery>(
  list: PlaceList<Asked>,
  visit: Visit,
  asked: Asked,
  { farther = Infinity, country }: Narrowed,
) {
  const radius = radii.find((miles) => miles >= farther)
  const anywhere = { near: '', within: '' }
  const ways: Partial<PlaceQuery>[] = [
    ...(radius ? [{ within: String(radius) }] : []),
    ...(country ? [{ near: country, within: '' }] : []),
    ...(asked.online ? [] : [{ ...anywhere, online: 'yes' as const }]),
  ]
  for (const way of [
    ...ways,
    ...list.wider,
    { ...anywhere, online: '' as const },
    ...list.wider.map((way) => ({ ...way, ...anywhere, online: '' as const })),
  ]) {
    const wider = { ...asked, ...way, page: 1 }
    const sites = await list.sites(wider)
    const narrowed = await narrowByPlace(visit, wider, sites)
    const count = countOf(narrowed, sites)
    if (count > 0) return { href: hrefOf(list.path, wider), label: `See ${wordsOf(list, wider, narrowed, count)}` }
  }
  return null
}

function countOf({ ids }: Narrowed, sites: readonly Site[]): number {
  return ids?.length ?? sites.length
}

function wordsOf<Asked extends PlaceQuery>(list: PlaceList<Asked>, asked: Asked, { words }: Narrowed, count: number) {
  return [list.countWords(count, asked), words, list.timeWords(asked)].filter(Boolean).join(' ')
}

function hrefOf(path: string, asked: object): string {
  const filters = Object.entries(asked).filter(([name, value]) => name !== 'page' && value && value !== 'upcoming')
  const query = new URLSearchParams(filters).toString()
  return query ? `${path}?${query}` : path
}
