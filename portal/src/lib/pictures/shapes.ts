import { oklch } from './colors.ts'
import type { Paint } from './paint.ts'

export function sky(paint: Paint): string {
  return `${disc(paint, 50 + paint.random() * 220, 40 + paint.random() * 30)}${paint.isNight ? stars(paint) : clouds(paint)}`
}

export function disc({ sun, random }: Paint, x: number, y: number): string {
  const r = 15 + random() * 9
  return `${circle(x, y, r * 2.1, sun, 0.18)}${circle(x, y, r * 1.5, sun, 0.28)}${circle(x, y, r, sun)}`
}

function stars({ random, sun }: Paint): string {
  return repeat(22, () => circle(random() * 320, random() * 90, 0.5 + random() * 0.8, sun, 0.85))
}

export function clouds({ random, light }: Paint): string {
  return repeat(2, () => {
    const [x, y, w] = [random() * 280, 18 + random() * 44, 44 + random() * 36]
    return `<g opacity=".6">${rect(x, y, w, 9, light, 1, 4.5)}${rect(x + w * 0.2, y - 6, w * 0.5, 12, light, 1, 6)}</g>`
  })
}

/** A line of hills at the height `y`, to the foot of the picture. */
export function ridge({ random }: Paint, y: number, swing: number, color: string): string {
  let d = `M0 180V${n(y + (random() - 0.5) * swing)}`
  for (let x = 0; x < 320; x += 80)
    d += `C${x + 30} ${n(y - random() * swing)} ${x + 50} ${n(y - random() * swing * 0.6)} ${x + 80} ${n(y + (random() - 0.5) * swing)}`
  return path(`${d}V180z`, color)
}

export function pine(x: number, base: number, tall: number, color: string): string {
  const w = tall * 0.42
  return path(
    `M${n(x)} ${n(base - tall)}l${n(w * 0.6)} ${n(tall * 0.42)}h${n(-w * 0.2)}l${n(w * 0.5)} ${n(tall * 0.46)}h${n(-w * 1.8)}l${n(w * 0.5)} ${n(-tall * 0.46)}h${n(-w * 0.2)}zM${n(x - 1.5)} ${n(base - tall * 0.14)}h3v${n(tall * 0.16)}h-3z`,
    color,
  )
}

export function roundTree(x: number, base: number, r: number, color: string): string {
  return `${rect(x - 1.5, base - r, 3, r + 4, oklch(0.4, 0.05, 55))}${circle(x, base - r * 1.3, r, color)}${circle(x - r * 0.3, base - r * 1.6, r * 0.45, '#fff', 0.12)}`
}

export function arch(x: number, y: number, w: number, h: number, color: string): string {
  return path(`M${n(x)} ${n(y + h)}v${n(-h + w / 2)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0v${n(h - w / 2)}z`, color)
}

export function rect(x: number, y: number, w: number, h: number, color: string, opacity = 1, radius = 0): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${radius ? ` rx="${n(radius)}"` : ''} fill="${color}"${seen(opacity)}/>`
}

export function circle(x: number, y: number, r: number, color: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${color}"${seen(opacity)}/>`
}

export function ring(x: number, y: number, r: number, color: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${color}" stroke-width="2"/>`
}

export function path(d: string, color: string, opacity = 1): string {
  return `<path d="${d}" fill="${color}"${seen(opacity)}/>`
}

export function stroke(d: string, color: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

function seen(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${n(opacity)}"`
}

export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}
