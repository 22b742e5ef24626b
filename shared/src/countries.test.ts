import { expect, test } from 'vitest'
import { countryName, placeName } from './countries.ts'

const place = (city: string | null, state: string | null, country: string | null) => ({ city, state, country })

test.each([
  [place('Boston', 'MA', 'US'), null, 'Boston, MA'],
  [place('Boston', 'MA', null), '02116', 'Boston, MA 02116'],
  [place('Dublin', 'L', 'IE'), null, 'Dublin, Ireland'],
  [place('Paris', 'IDF', 'FR'), null, 'Paris, France'],
  [place('Toronto', 'ON', 'CA'), null, 'Toronto, ON, Canada'],
  [place('Munich', 'Bavaria', 'DE'), '80331', 'Munich, Bavaria 80331, Germany'],
  [place('Dublin', null, 'IE'), 'D02', 'Dublin D02, Ireland'],
  [place(null, 'L', 'IE'), null, 'Ireland'],
  [place('Lodz', null, 'Poland'), null, 'Lodz, Poland'],
  [place(null, null, null), null, ''],
])('the place %j, %s is formatted as “%s”', (location, zip, text) => {
  expect(placeName(location, zip)).toBe(text)
})

test.each(['Ireland', 'ZZZ', 'ie', ''])(
  'the name of an unknown country code %j is the code itself, and of an empty one the United States',
  (country) => {
    expect(countryName(country)).toBe(country || 'United States')
  },
)
