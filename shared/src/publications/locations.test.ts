import { expect, test } from 'vitest'
import { formatFullAddress, formatCity, eventPlace } from './locations.ts'
import { whereToHelp } from './opportunities.ts'

const [boston, dublin] = [
  { city: 'Boston', region: 'MA', country: null },
  { city: 'Dublin', region: null, country: 'IE' },
]

test.each([
  [['Casa Majo'], dublin, 'Casa Majo, Dublin, Ireland'],
  [['Casa Majo'], boston, 'Casa Majo, Boston, MA'],
  [[null, ''], boston, 'Boston, MA'],
  [['Parish Hall', '14 Harcourt Street, Dublin'], dublin, 'Parish Hall, 14 Harcourt Street, Dublin, Ireland'],
  [['60 Long Wharf, Boston, MA 02110'], boston, '60 Long Wharf, Boston, MA 02110'],
  [['14 Harcourt Street, Dublin, Ireland'], dublin, '14 Harcourt Street, Dublin, Ireland'],
  [['Alumni Hall', null], { city: null, region: null, country: null }, 'Alumni Hall'],
  [['Alumni Hall'], {}, 'Alumni Hall'],
])('%j in %j is formatted as %s', (parts, location, text) => {
  expect(formatFullAddress(parts, location)).toBe(text)
})

test('an event is at its venue and address in its city, or online', () => {
  const venue = { venue: 'Parish Hall', address: '14 Harcourt Street' }
  expect(eventPlace({ ...dublin, ...venue, is_online: false })).toBe('Parish Hall, 14 Harcourt Street, Dublin, Ireland')
  expect(eventPlace({ ...boston, venue: null, address: null, is_online: false })).toBe('Boston, MA')
  expect(eventPlace({ venue: null, address: null, is_online: false })).toBe('')
  const link = 'https://video.example/1'
  expect(eventPlace({ ...boston, venue: 'Zoom', address: link, is_online: true })).toBe(`Online, Zoom, ${link}`)
})

test('an opportunity is in its city, remote, or both', () => {
  expect(formatCity({ city: 'Toronto', region: 'ON', country: 'CA' })).toBe('Toronto, ON, Canada')
  expect(whereToHelp({ place: 'Boston', is_remote: true, ...boston })).toBe('Boston, MA, or from anywhere')
  expect(whereToHelp({ place: 'Boston', is_remote: false })).toBe('Boston')
  expect(whereToHelp({ place: null, is_remote: true })).toBe('From anywhere')
  expect(whereToHelp({ place: null, is_remote: false })).toBe('Anywhere')
})
