import { darken, lighten } from '@alumni/shared/accent'
import { colorsTuple, type MantineColorsTuple } from '@mantine/core'

/** Returns ten shades, lightest first; the seventh is the color itself. */
export function buildShades(color: string): MantineColorsTuple {
  const lighter = [0.94, 0.87, 0.74, 0.58, 0.4, 0.2].map((part) => lighten(color, part))
  const darker = [0.12, 0.24, 0.36].map((part) => darken(color, part))
  return colorsTuple([...lighter, color, ...darker])
}
