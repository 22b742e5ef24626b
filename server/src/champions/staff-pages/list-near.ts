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

/** Filters with the ZIP codes within the distance. */
export type LocatedFilters<Asked = SignupFilters> = Asked & { zips?: string[] }

/** Looks up the place of a filter. Throws 400 for an unknown ZIP code or an invalid distance. */
export async function locateFilters<Asked extends SignupFilters>(
  index: Pick<PeopleIndex, 'isReady' | 'locate'>,
  filters: Asked,
): Promise<LocatedFilters<Asked>> {
  const { near } = filters
  if (near === undefined) return filters
  const { text, miles } = readPlace(near)
  const zip = parseZip(text)
  const within = filters.within ?? miles
  if (within === undefined) return { ...filters, zips: zip ? [zip] : [] }
  if (within < 1 || within > 500) throw refusal('Enter a distance of 1 to 500 miles.')
  const middle = (await findPlaces(index, [text])).get(text)?.center
  if (zip && !middle) throw refusal(`${zip} is not a known ZIP code.`)
  return { ...filters, zips: middle ? zipsWithin(middle, within) : [] }
}

function refusal(sentence: string): HttpError {
  return new HttpError(400, sentence, { fields: { near: sentence } })
}

/** Whether a signup is in or near the place; without an address, whether its alumnus is. */
export function isNear({ near = '', zips = [] }: LocatedFilters) {
  const { splits } = readPlace(near)
  const here = (table: string, zip: string) => {
    const [inCity, state, country] = ['city', 'state', 'country'].map((column) => sql.ref(`${table}.${column}`))
    const isIn = (area: string) => {
      const { states, countries } = listAreaSpellings(area)
      return sql`(folded_name(${state}) = any(${states}::text[]) or folded_name(coalesce(nullif(${country}, ''), 'US')) = any(${countries}::text[]))`
    }
    const cities = splits.map(
      ({ city, areas }) =>
        sql`(${sql.join([sql`folded_name(${inCity}) = any(${listCitySpellings(city)}::text[])`, ...areas.map(isIn)], sql` and `)})`,
    )
    return sql`(${sql.join([sql`left(${sql.ref(`${table}.${zip}`)}, 5) = any(${zips}::text[])`, ...cities], sql` or `)})`
  }
  return sql<boolean>`(${here('c', 'zip_code')} or (coalesce(c.city, c.zip_code, '') = '' and exists (select from alumni a where a.buid = c.buid and ${here('a', 'postal_code')})))`
}
