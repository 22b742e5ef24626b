import { expect, test } from 'vitest'
import { darkenFor, lightenFor, shadesOf } from './accent.ts'

test('shades go from light to dark around the colour itself', () => {
  const shades = shadesOf('#0b5c5c')
  expect(shades).toHaveLength(10)
  expect(shades[6]).toBe('#0b5c5c')
  expect([shades[0], shades[9]]).toEqual(['rgba(240, 245, 245, 1)', 'rgba(7, 59, 59, 1)'])
})

test('a colour moves only as far as the contrast asks, or to the end', () => {
  expect(darkenFor('#0b5c5c', '#ffffff', 4.6)).toBe('rgba(11, 92, 92, 1)')
  expect(darkenFor('#ffdd00', '#ffffff', 4.6)).toBe('rgba(133, 115, 0, 1)')
  expect(lightenFor('#0b5c5c', '#16171b', 6.5)).toBe('rgba(123, 167, 167, 1)')
  expect(lightenFor('#000000', '#888888', 21)).toBe('rgba(255, 255, 255, 1)')
})
