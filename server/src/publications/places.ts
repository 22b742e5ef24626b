import { countryCodes, countryName } from '@alumni/shared/countries'
import { sql } from 'kysely'
import { milesBetween } from '../alumni/index.ts'
import type { Signup } from '../champions/index.ts'
import { splitAddress } from './engine/locations.ts'
import type { Db } from '../foundations/database/db.ts'

/** `country` is a code, and `zip` has five digits. */
type Place = { country: string; zip: string | null }

/** `description` is a text that may mention the location. */
export type SuggestionLocation = { place: string | null; description: string; isOnline: boolean }

/** Online events and remote opportunities are ranked as if they were at most this far away. */
const maxOnlineMiles = 60
/** Estimated distances to locations that are not known exactly. */
const sameCountryMiles = 300
const unknownMiles = 3_000
const abroadMiles = 10_000

const codes = new Map(countryCodes.map((code) => [countryName(code).toLowerCase(), code]))

/** Returns a function that estimates the miles from a champion's home to each of `locations`, to rank suggestions. */
export async function estimateDistances(
  db: Db,
  signup: Signup,
  locations: readonly SuggestionLocation[],
): Promise<(location: SuggestionLocation) => number> {
  const texts = [signup.city, ...locations.map(({ place }) => place)].filter((text) => text !== null)
  const placeOf = await findPlacesByName(db, texts)
  const home = homeOf(signup, placeOf)
  const homeWords = listHomeWords(signup)
  const milesTo = ({ place, description }: SuggestionLocation): number => {
    const there = place === null ? undefined : placeOf(place)
    if (home && there && there.country !== home.country) return abroadMiles
    const miles = home?.zip && there?.zip ? milesBetween(home.zip, there.zip) : undefined
    if (miles !== undefined) return miles
    const text = `${place} ${description}`.toLowerCase()
    if (homeWords.some((word) => text.includes(word))) return 0
    return home && there && there.country !== 'US' ? sameCountryMiles : unknownMiles
  }
  return (location) => (location.isOnline ? Math.min(maxOnlineMiles, milesTo(location)) : milesTo(location))
}

function homeOf({ city, zip_code, country }: Signup, placeOf: PlaceOf): Place | undefined {
  if (country && country !== 'US') return { country, zip: null }
  if (zip_code) return { country: 'US', zip: zip_code.slice(0, 5) }
  return city ? placeOf(city) : undefined
}

/** Excludes state codes, which would match too many texts. */
function listHomeWords({ city, state, country }: Signup): string[] {
  const words = [
    city,
    state && state.length > 2 ? state : null,
    country && country !== 'US' ? countryName(country) : null,
  ]
  return words.flatMap((word) => (word ? [word.toLowerCase()] : []))
}

type PlaceOf = (text: string) => Place | undefined

/** Finds a place by the country or ZIP code in an address, or by the most frequent place of champions in that city. */
async function findPlacesByName(db: Db, texts: readonly string[]): Promise<PlaceOf> {
  const names = [...new Set(texts.flatMap(splitAddress))]
  const rows = await db
    .selectFrom('champion_signups as s')
    .innerJoin(
      sql<{
        name: string
        folded: string
      }>`(select name, folded_name(name) as folded from unnest(${names}::text[]) name)`.as('n'),
      (join) => join.on(sql<boolean>`folded_name(s.city) = n.folded`),
    )
    .select([
      'n.name',
      sql<string>`coalesce(s.country, 'US')`.as('country'),
      sql<string | null>`left(s.zip_code, 5)`.as('zip'),
    ])
    .where('s.deleted_at', 'is', null)
    .where(sql<boolean>`(s.zip_code is not null or coalesce(s.country, 'US') <> 'US')`)
    .groupBy((row) => [row.ref('n.name'), sql`2`, sql`3`])
    .orderBy(({ fn }) => fn.countAll())
    .execute()
  // The most frequent place for each name comes last and overwrites the others.
  const cities = new Map(rows.map(({ name, ...place }) => [name, place]))
  return (text) => {
    const parts = splitAddress(text)
    const country = parts.map((part) => codes.get(part.toLowerCase())).find((code) => code && code !== 'US')
    if (country) return { country, zip: null }
    const [, zip] = /\b[A-Z]{2} (\d{5})\b/.exec(text) ?? []
    return zip ? { country: 'US', zip } : parts.map((part) => cities.get(part)).find(Boolean)
  }
}
