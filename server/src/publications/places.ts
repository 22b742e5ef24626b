import { countryCodes, countryName } from '@alumni/shared/countries'
import { sql } from 'kysely'
import { milesBetween } from '../alumni/index.ts'
import type { Signup } from '../champions/index.ts'
import { splitAddress } from './engine/locations.ts'
import type { Db } from '../foundations/database/db.ts'

/** `country` has two letters; `zip` has five digits where one is known. */
type Place = { country: string; zip: string | null }

/** The location of something: `place` itself, and `words` that may also name it. */
export type Whereabouts = { place: string | null; words: string; isOnline: boolean }

/** In miles; something online counts as at most `near`. */
const near = 60
const sameCountry = 300
const unknown = 3_000
const abroad = 10_000

const codes = new Map(countryCodes.map((code) => [countryName(code).toLowerCase(), code]))

/** How far things are from where a champion lives, in miles, as far as anything is known of both. */
export async function distancesFrom(
  db: Db,
  signup: Signup,
  all: readonly Whereabouts[],
): Promise<(where: Whereabouts) => number> {
  const texts = [signup.city, ...all.map(({ place }) => place)].filter((text) => text !== null)
  const placeOf = await placesNamed(db, texts)
  const home = homeOf(signup, placeOf)
  const homeWords = wordsOf(signup)
  const milesTo = ({ place, words }: Whereabouts): number => {
    const there = place === null ? undefined : placeOf(place)
    if (home && there && there.country !== home.country) return abroad
    const miles = home?.zip && there?.zip ? milesBetween(home.zip, there.zip) : undefined
    if (miles !== undefined) return miles
    const text = `${place} ${words}`.toLowerCase()
    if (homeWords.some((word) => text.includes(word))) return 0
    return home && there && there.country !== 'US' ? sameCountry : unknown
  }
  return (where) => (where.isOnline ? Math.min(near, milesTo(where)) : milesTo(where))
}

function homeOf({ city, zip_code, country }: Signup, placeOf: PlaceOf): Place | undefined {
  if (country && country !== 'US') return { country, zip: null }
  if (zip_code) return { country: 'US', zip: zip_code.slice(0, 5) }
  return city ? placeOf(city) : undefined
}

/** Two letters of a state are found in too many words, and the United States are no place that is near. */
function wordsOf({ city, state, country }: Signup): string[] {
  const words = [
    city,
    state && state.length > 2 ? state : null,
    country && country !== 'US' ? countryName(country) : null,
  ]
  return words.flatMap((word) => (word ? [word.toLowerCase()] : []))
}

type PlaceOf = (text: string) => Place | undefined

/**
 * Where texts such as `60 Long Wharf, Boston, MA` lead: to a country or a ZIP code in them, or to a city as most of the
 * champions have it who live in one of that name.
 */
async function placesNamed(db: Db, texts: readonly string[]): Promise<PlaceOf> {
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
  // The last of a name counts, which most have.
  const cities = new Map(rows.map(({ name, ...place }) => [name, place]))
  return (text) => {
    const parts = splitAddress(text)
    const country = parts.map((part) => codes.get(part.toLowerCase())).find((code) => code && code !== 'US')
    if (country) return { country, zip: null }
    const [, zip] = /\b[A-Z]{2} (\d{5})\b/.exec(text) ?? []
    return zip ? { country: 'US', zip } : parts.map((part) => cities.get(part)).find(Boolean)
  }
}
