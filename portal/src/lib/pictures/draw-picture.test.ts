import { pictureKinds } from '@alumni/shared/publications/cards'
import { describe, expect, test } from 'vitest'
import { hueOf, oklch } from './colors.ts'
import { drawPicture } from './draw-picture.ts'

describe.each(pictureKinds)('a picture of %s', (kind) => {
  const seeds = Array.from({ length: 60 }, (_, index) => `event ${index}`)

  test('is the same for the same seed, and another for another', () => {
    expect(drawPicture(kind, 'homecoming', '#0b5c5c')).toBe(drawPicture(kind, 'homecoming', '#0b5c5c'))
    expect(new Set(seeds.map((seed) => drawPicture(kind, seed, '#0b5c5c'))).size).toBe(seeds.length)
  })

  test('is whole and light enough to stand in a page many times', () => {
    for (const seed of seeds) {
      const drawn = drawPicture(kind, seed, '#8c1515')
      expect(drawn).not.toMatch(/NaN|undefined|Infinity|style=/)
      expect(drawn.length).toBeLessThan(9000)
    }
  })
})

test('a colour keeps its hue on the way through OKLCH', () => {
  for (const hue of [20, 75, 140, 195, 250, 320]) expect(hueOf(oklch(0.5, 0.08, hue))).toBeCloseTo(hue, -0.5)
  expect(oklch(1, 0, 0)).toBe('#ffffff')
  expect(oklch(0.7, 0.4, 150)).toMatch(/^#[0-9a-f]{6}$/)
})
