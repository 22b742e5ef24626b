import type { SignupFilters } from '@alumni/shared/champions/list-filters'
import { sql } from 'kysely'
import {
  listAreaSpellings,
  findPlaces,
  readPlace,
  listCitySpellings,
  parseZip,
  zipsWithin,
  type PeopleIndex,
} from '../../alumni/index.ts'
import { HttpError } from '../../foundations/http/errors.ts'

export type LocatedFilters<Filters = SignupFilters> = Filters & { zips?: string[] }

/**
 * Adds the ZIP codes within the distance of `near`; without a distance, only a typed ZIP code. Throws 400 for an unknown
 * ZIP code or an invalid distance.
 */
export async function resolveNearFilters<Filters extends SignupFilters>(
  index: Pick<PeopleIndex, 'isReady' | 'locate'>,
  filters: Filters,
): Promise<LocatedFilters<Filters>> {
  const { near } = filters
  if (near === undefined) return filters
  const { text, miles } = readPlace(near)
  const zip = parseZip(text)
  const within = filters.within ?? miles
  if (within === undefined) return { ...filters, zips: zip ? [zip] : [] }
  if (within < 1 || within > 500) throw refusal('Enter a distance of 1 to 500 miles.')
  const center = (await findPlaces(index, [text])).get(text)?.center
  if (zip && !center) throw refusal(`${zip} is not a known ZIP code.`)
  return { ...filters, zips: center ? zipsWithin(center, within) : [] }
}

function refusal(message: string): HttpError {
  return new HttpError(400, message, { fields: { near: message } })
}

/** Matches signups `c` by their address, or by their alumnus's if they have neither city nor ZIP code. */
export function isNear({ near = '', zips = [] }: LocatedFilters) {
  const { splits } = readPlace(near)
  const isNearIn = (table: string, zipColumn: string) => {
    const [city, state, country] = ['city', 'state', 'country'].map((column) => sql.ref(`${table}.${column}`))
    const isInCity = (name: string) => sql`folded_name(${city}) = any(${listCitySpellings(name)}::text[])`
    const isInArea = (area: string) => {
      const { states, countries } = listAreaSpellings(area)
      return sql`(folded_name(${state}) = any(${states}::text[])
        or folded_name(coalesce(nullif(${country}, ''), 'US')) = any(${countries}::text[]))`
    }
    const hasZip = sql`left(${sql.ref(`${table}.${zipColumn}`)}, 5) = any(${zips}::text[])`
    const inCities = splits.map(({ city, areas }) => sql.join([isInCity(city), ...areas.map(isInArea)], sql` and `))
    return sql`(${sql.join([hasZip, ...inCities.map((isIn) => sql`(${isIn})`)], sql` or `)})`
  }
  return sql<boolean>`(${isNearIn('c', 'zip_code')}
    or (coalesce(c.city, c.zip_code, '') = ''
      and exists (select from alumni a where a.buid = c.buid and ${isNearIn('a', 'postal_code')})))`
}
