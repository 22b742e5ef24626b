import type { MantineColorsTuple } from '@mantine/core'

type Rgb = readonly [number, number, number]
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** Ten shades around one colour, lightest first; the seventh is the colour itself. */
export function shadesOf(color: string): MantineColorsTuple {
  const rgb = toRgb(color)
  const lighter = [0.94, 0.87, 0.74, 0.58, 0.4, 0.2].map((part) => toHex(mix(rgb, white, part)))
  const darker = [0.12, 0.24, 0.36].map((part) => toHex(mix(rgb, black, part)))
  return [...lighter, toHex(rgb), ...darker] as unknown as MantineColorsTuple
}

/** The colour, made lighter until it stands out from a dark surface by `contrast` (WCAG ratio). */
export function lightenFor(color: string, surface: string, contrast: number): string {
  return move(toRgb(color), white, surface, contrast)
}

/** The colour, made darker until it stands out from a light surface by `contrast`. */
export function darkenFor(color: string, surface: string, contrast: number): string {
  return move(toRgb(color), black, surface, contrast)
}

function move(from: Rgb, towards: Rgb, surface: string, contrast: number): string {
  const ground = luminance(toRgb(surface))
  for (let part = 0; part < 1; part += 0.02) {
    const candidate = mix(from, towards, part)
    if (ratio(luminance(candidate), ground) >= contrast) return toHex(candidate)
  }
  return toHex(towards)
}

function ratio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function mix(from: Rgb, towards: Rgb, part: number): Rgb {
  return from.map((channel, i) => channel + ((towards[i] ?? 0) - channel) * part) as unknown as Rgb
}

function toRgb(hex: string): Rgb {
  const number = Number.parseInt(hex.replace('#', ''), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
