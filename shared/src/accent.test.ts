import { expect, test } from 'vitest'
import { accentOf, darkenToContrast, lightenToContrast } from './accent.ts'

test('a color changes only as far as the contrast requires', () => {
  expect(darkenToContrast('#0b5c5c', '#ffffff', 4.6)).toBe('#0b5c5c')
  expect(darkenToContrast('#ffdd00', '#ffffff', 4.6)).toBe('#857300')
  expect(lightenToContrast('#0b5c5c', '#16171b', 6.5)).toBe('#7ba7a7')
  expect(lightenToContrast('#000000', '#888888', 21)).toBe('#ffffff')
})

test('the color stays the same in the light scheme and gets lighter in the dark one', () => {
  expect(accentOf('#0b5c5c', 'light')).toEqual({ filled: '#0b5c5c', text: '#0b5c5c' })
  expect(accentOf('#0b5c5c', 'dark')).toEqual({ filled: '#287070', text: '#7ba7a7' })
})
