/** The grounds of the staff app's pages. */
const surface = { light: '#ffffff', dark: '#16171b' }

/** The institution's colour as the staff app uses it: `filled` lies under white text, `text` is read on the page. */
export function accentOf(color: string, scheme: 'light' | 'dark'): { filled: string; text: string } {
  return scheme === 'light'
    ? { filled: color, text: darkenFor(color, surface.light, 4.6) }
    : { filled: lightenFor(color, surface.dark, 3), text: lightenFor(color, surface.dark, 6.5) }
}

/** How strongly the text's colour tints a soft ground, in percent. */
export const accentSoftness = { light: 8, dark: 14 }

/** The colour (`#rrggbb`), made lighter until it stands out from a dark surface by `contrast` (WCAG ratio). */
export function lightenFor(color: string, surface: string, contrast: number): string {
  return move(lighten, color, surface, contrast)
}

/** The colour, made darker until it stands out from a light surface by `contrast`. */
export function darkenFor(color: string, surface: string, contrast: number): string {
  return move(darken, color, surface, contrast)
}

export function lighten(color: string, part: number): string {
  return hex(channels(color).map((value) => value + (255 - value) * part))
}

export function darken(color: string, part: number): string {
  return hex(channels(color).map((value) => value * (1 - part)))
}

function move(step: typeof lighten, color: string, surface: string, contrast: number): string {
  const parts = Array.from({ length: 50 }, (_, index) => index / 50)
  const readable = parts.find((part) => ratio(luminance(step(color, part)), luminance(surface)) >= contrast)
  return step(color, readable ?? 1)
}

function ratio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** As WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}

function hex(values: number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
