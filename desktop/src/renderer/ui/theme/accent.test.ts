import { expect, test } from 'vitest'
import { buildShades } from './accent.ts'

test('shades go from light to dark around the color itself', () => {
  const shades = buildShades('#0b5c5c')
  expect(shades).toHaveLength(10)
  expect(shades[6]).toBe('#0b5c5c')
  expect([shades[0], shades[9]]).toEqual(['#f0f5f5', '#073b3b'])
})
