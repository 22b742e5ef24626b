import { colorsTuple, darken, lighten, luminance, type MantineColorsTuple } from '@mantine/core'

/** Ten shades around one colour, lightest first; the seventh is the colour itself. */
export function shadesOf(color: string): MantineColorsTuple {
  const lighter = [0.94, 0.87, 0.74, 0.58, 0.4, 0.2].map((part) => lighten(color, part))
  const darker = [0.12, 0.24, 0.36].map((part) => darken(color, part))
  return colorsTuple([...lighter, color, ...darker])
}

/** The colour, made lighter until it stands out from a dark surface by `contrast` (WCAG ratio). */
export function lightenFor(color: string, surface: string, contrast: number): string {
  return move(lighten, color, surface, contrast)
}

/** The colour, made darker until it stands out from a light surface by `contrast`. */
export function darkenFor(color: string, surface: string, contrast: number): string {
  return move(darken, color, surface, contrast)
}

function move(step: typeof lighten, color: string, surface: string, contrast: number): string {
  const parts = Array.from({ length: 50 }, (_, index) => index / 50)
  const readable = parts.find((part) => ratio(luminance(step(color, part)), luminance(surface)) >= contrast)
  return step(color, readable ?? 1)
}

function ratio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
