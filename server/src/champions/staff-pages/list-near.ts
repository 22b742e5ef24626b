import type { SignupFilters } from '@alumni/shared/champions/list-filters'
import { sql } from 'kysely'
import { findPlaces, readPlace, zipsWithin, type PeopleIndex } from '../../alumni/index.ts'
import { HttpError } from '../../foundations/http/errors.ts'

/** Filters whose place was looked up: the ZIP codes within the distance. */
export type Placed<Asked = SignupFilters> = Asked & { zips?: string[] }

/** Looks up the place that a list asks for. 400: it is a ZIP code that is none, or its distance cannot be measured. */
export async function lookUpPlace<Asked extends SignupFilters>(
  index: Pick<PeopleIndex, 'isReady' | 'locate'>,
  asked: Asked,
): Promise<Placed<Asked>> {
  const { near, within } = asked
  if (near === undefined) return asked
  const isZip = /^\d{5}$/.test(near)
  if (within === undefined) return { ...asked, zips: isZip ? [near] : [] }
  const { place } = readPlace(near)
  const middle = (await findPlaces(index, [place])).get(place)?.middle
  if (isZip && !middle) {
    const sentence = `${near} is not a known ZIP code.`
    throw new HttpError(400, sentence, { fields: { near: sentence } })
  }
  return { ...asked, zips: middle ? zipsWithin(middle, within) : [] }
}

/** Whether a signup is in or near the place; one without an address is where its alumnus is. */
export function isNear({ near = '', zips = [] }: Placed) {
  const { city, around } = readPlace(near)
  const here = (table: string, zip: string) => {
    const [inCity, state, country] = ['city', 'state', 'country'].map((column) => sql.ref(`${table}.${column}`))
    const areas = sql`array[folded_name(${state}), folded_name(coalesce(nullif(${country}, ''), 'US'))]`
    return sql`(left(${sql.ref(`${table}.${zip}`)}, 5) = any(${zips}::text[]) or (folded_name(${inCity}) = folded_name(${city}) and ${areas} @> ${around}::text[]))`
  }
  return sql<boolean>`(${here('c', 'zip_code')} or (coalesce(c.city, c.zip_code, '') = '' and exists (select from alumni a where a.buid = c.buid and ${here('a', 'postal_code')})))`
}
