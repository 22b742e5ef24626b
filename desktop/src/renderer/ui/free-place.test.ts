import { expect, test } from 'vitest'
import { coveredBy, freePlace, type Box } from './free-place.ts'

const size = { width: 440, height: 80 }
const room = { left: 0, right: 1440, top: 60, bottom: 900 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
})

test('a toast stands in the middle of the bottom where nothing is there', () => {
  expect(freePlace([], size, room)).toEqual({ left: 500, right: 940, top: 804, bottom: 884 })
  expect(freePlace([box(500, 200, 440, 36)], size, room).bottom).toBe(884)
})

test('a bar at the bottom lifts it; what stands in the middle of a page moves it aside', () => {
  const bar = box(232, 850, 1200, 50)
  expect(freePlace([bar], size, room)).toMatchObject({ left: 500, bottom: 838 })
  const column = Array.from({ length: 20 }, (_, line) => box(600, 100 + line * 40, 120, 30))
  const place = freePlace([bar, ...column], size, room)
  expect(coveredBy(place, [bar, ...column])).toBe(0)
  expect(place.bottom).toBe(838)
})

test('on a phone whose screen is full of links it covers as few as can be', () => {
  const phone = { left: 0, right: 390, top: 60, bottom: 844 }
  const links = Array.from({ length: 24 }, (_, line) => box(16, 70 + line * 32, line === 10 ? 0 : 200, 24))
  const place = freePlace(links, { width: 358, height: 80 }, phone)
  expect(place.left).toBe(16)
  expect(
    coveredBy(
      place,
      links.filter(({ left, right }) => right > left),
    ),
  ).toBeLessThan(3)
})
