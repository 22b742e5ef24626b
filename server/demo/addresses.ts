import { iso31661 } from 'iso-3166'
import type { Alumnus } from './alumnus.ts'
import type { Random } from './random.ts'
import { usPlaces } from './us-places.ts'
import { worldPlaces } from './world-places.ts'

export type Address = Pick<
  Alumnus,
  'street' | 'city' | 'state' | 'postal_code' | 'country' | 'home_phone' | 'mobile_phone'
>

const trees = [
  'Elm',
  'Maple',
  'Oak',
  'Cedar',
  'Washington',
  'Main',
  'Park',
  'Lake',
  'Church',
  'High',
  'Beacon',
  'Commonwealth',
  'Harbor',
  'Prospect',
  'Pleasant',
  "St. Mary's",
  'Martin Luther King Jr.',
  'O’Farrell',
]
const ways = ['Street', 'Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court', 'Place', 'Terrace', 'Boulevard']
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

/** Where a person lives, with phones of that place; some are lost, of some only the country is known. */
export function addressFor(random: Random): Address {
  const kind = random.next()
  if (kind < 0.05) return nothing
  if (kind < 0.06) return { ...nothing, country: random.pick(allCountries) }
  return kind < 0.17 ? abroad(random) : atHome(random)
}

function atHome(random: Random): Address {
  const { city, state, zips, areaCode } = random.pickWeighted(usPlaces)
  const zip = random.pick(zips)
  const phone = () => random.fill(`(${areaCode}) 555-01##`)
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
  const street = `${random.whole(1, random.chance(0.7) ? 400 : 9999)} ${random.pick(trees)} ${random.pick(ways)}`
  return random.chance(0.2) ? `${street}, ${random.pick(['Apt', 'Unit', 'Suite', 'No.'])} ${random.fill('##')}` : street
}

function abroad(random: Random): Address {
  const place = random.pickWeighted(worldPlaces)
  return {
    street: place.street.replace('##', String(random.whole(1, 180))).replace(/[#?]/g, (mark) => random.fill(mark)),
    city: place.city,
    state: place.state,
    postal_code: random.fill(place.postalCode) || null,
    country: place.country,
    ...phones(random, () => random.fill(place.phone)),
  }
}

function phones(random: Random, phone: () => string): Pick<Address, 'home_phone' | 'mobile_phone'> {
  return { home_phone: random.chance(0.35) ? phone() : null, mobile_phone: random.chance(0.62) ? phone() : null }
}
