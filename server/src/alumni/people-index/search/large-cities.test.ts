import { expect, test } from 'vitest'
import { largeCities } from './locate.ts'
import { locateLargeCity } from './locate.ts'
import { readPlace } from './read-place.ts'
import { distanceInMiles, milesBetween } from './zip-radius.ts'

test('every large city has a ZIP code with a known position', () => {
  const unknown = [...largeCities.values()].flat().filter(({ zip }) => milesBetween(zip, '02118') === undefined)
  expect(unknown).toEqual([])
})

test('a large city is found by name, with its state, and by ZIP code, and a village is not', () => {
  const find = (text: string) => locateLargeCity(readPlace(text))
  const [boston, portland, portlandInMaine] = ['Boston, MA', 'portland OR', 'Portland, Maine, US'].map(find)
  expect(Math.round(distanceInMiles(portland!.center!, portlandInMaine!.center!) / 100)).toBe(25)
  expect(distanceInMiles(boston!.center!, find('02118-1234')!.center!)).toBeLessThan(3)
  for (const place of ['Boston, TX', 'Atlantis', '99999', '', ','] as const)
    expect([place, find(place)]).toEqual([place, null])
})
