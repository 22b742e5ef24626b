import { expect, test } from 'vitest'
import { freeBottom } from './free-bottom.ts'

const toast = { left: 500, right: 940, height: 96 }
const button = (top: number, left = 600) => ({ left, right: left + 100, top, bottom: top + 36 })
const bottomAmong = (...boxes: ReturnType<typeof button>[]) => freeBottom(boxes, toast, 900, 16)

test('a toast stands at the bottom, unless a button is there: then above it', () => {
  expect(bottomAmong()).toBe(16)
  expect(bottomAmong(button(820))).toBe(96)
  expect(bottomAmong(button(820, 60), button(820, 1200), button(300))).toBe(16)
})

test('above a bar it goes on to where no other button is, in whatever order they stand', () => {
  expect(bottomAmong(button(740), button(850))).toBe(176)
  expect(bottomAmong(button(850), button(740))).toBe(176)
})

test('where the whole lower half is full it stays at the bottom', () => {
  expect(bottomAmong(...[400, 500, 600, 700, 800].map((top) => button(top)))).toBe(16)
})

test('what is not shown is in nobody’s way', () => {
  expect(bottomAmong({ left: 600, right: 700, top: 850, bottom: 850 })).toBe(16)
})
