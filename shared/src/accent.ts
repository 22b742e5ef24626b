const backgrounds = { light: '#ffffff', dark: '#16171b' }

/** Returns the institution's colors for the staff app: `filled` is for use behind white text, `text` on the page. */
export function accentOf(color: string, scheme: 'light' | 'dark'): { filled: string; text: string } {
  return scheme === 'light'
    ? { filled: color, text: darkenToContrast(color, backgrounds.light, 4.6) }
    : { filled: lightenToContrast(color, backgrounds.dark, 3), text: lightenToContrast(color, backgrounds.dark, 6.5) }
}

/** Opacity in percent of the text color when it is used as a soft background. */
export const accentSoftness = { light: 8, dark: 14 }

/** Lightens a `#rrggbb` color until its WCAG contrast ratio against a dark background reaches `contrast`. */
export function lightenToContrast(color: string, background: string, contrast: number): string {
  return adjust(lighten, color, background, contrast)
}

/** Darkens a `#rrggbb` color until its WCAG contrast ratio against a light background reaches `contrast`. */
export function darkenToContrast(color: string, background: string, contrast: number): string {
  return adjust(darken, color, background, contrast)
}

/** An `amount` of 1 is white. */
export function lighten(color: string, amount: number): string {
  return hex(channels(color).map((value) => value + (255 - value) * amount))
}

/** An `amount` of 1 is black. */
export function darken(color: string, amount: number): string {
  return hex(channels(color).map((value) => value * (1 - amount)))
}

function adjust(step: typeof lighten, color: string, background: string, contrast: number): string {
  const amounts = Array.from({ length: 50 }, (_, index) => index / 50)
  const readable = amounts.find((amount) => ratio(luminance(step(color, amount)), luminance(background)) >= contrast)
  return step(color, readable ?? 1)
}

function ratio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Returns the relative luminance as defined by WCAG 2.2. */
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
