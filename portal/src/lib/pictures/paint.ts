import { hueOf, oklch } from './colors.ts'

type Random = () => number
export type Paint = {
  random: Random
  pick: <T>(list: T[]) => T
  isNight: boolean
  high: string
  low: string
  sun: string
  /** From far and pale to near and deep. */
  ridges: [string, string, string, string]
  ink: string
  light: string
  amber: string
  coral: string
  leaf: string
}

export function paintFor(seed: string, color: string): Paint {
  const random = randomOf(seed)
  return { random, pick: (list) => list[Math.floor(random() * list.length)]!, ...palette(color, random) }
}

// The times of a day, one of which lies over each picture.
function palette(color: string, random: Random): Omit<Paint, 'random' | 'pick'> {
  const hue = hueOf(color)
  const isNight = random() < 0.22
  const [amber, coral] = [oklch(0.82, 0.13, 78), oklch(0.7, 0.15, 40)]
  const skies = [
    { high: oklch(0.86, 0.06, hue), low: oklch(0.95, 0.05, 82), sun: oklch(0.97, 0.06, 92) },
    { high: oklch(0.72, 0.09, hue), low: oklch(0.9, 0.07, 62), sun: oklch(0.95, 0.09, 90) },
    { high: oklch(0.9, 0.06, 72), low: oklch(0.84, 0.1, 52), sun: oklch(0.97, 0.07, 88) },
    { high: oklch(0.5, 0.1, hue), low: oklch(0.8, 0.13, 48), sun: oklch(0.9, 0.12, 80) },
  ]
  const night = { high: oklch(0.24, 0.07, hue), low: oklch(0.44, 0.1, hue), sun: oklch(0.95, 0.04, 95) }
  const dim = isNight ? 0.12 : 0
  return {
    isNight,
    ...(isNight ? night : skies[Math.floor(random() * skies.length)]!),
    ridges: [
      oklch(0.72 - dim * 2, 0.07, hue),
      oklch(0.58 - dim * 1.6, 0.09, hue),
      oklch(0.44 - dim, 0.09, hue),
      oklch(0.31 - dim * 0.6, 0.07, hue),
    ],
    ink: oklch(0.24, 0.05, hue),
    light: oklch(0.97, 0.025, 85),
    amber,
    coral,
    leaf: oklch(0.6 - dim, 0.09, 135),
  }
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

/** Mulberry32: numbers from 0 to 1 that the seed decides. */
function randomOf(seed: string): Random {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
