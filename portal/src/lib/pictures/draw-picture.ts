import type { PictureKind } from '@alumni/shared/publications/cards'
import { hash, paintFor } from './paint.ts'
import { scenes } from './scenes.ts'
import { rect } from './shapes.ts'

// Drawing takes a fifth of a millisecond, and a list shows a dozen.
const kept = new Map<string, string>()
const maxKept = 500

/**
 * A picture as the inside of an SVG of 320 × 180, drawn in the hue of `color` (`#rrggbb`) with amber and coral. The
 * same seed is the same picture. Only numbers and colours of ours are in it.
 */
export function drawPicture(kind: PictureKind, seed: string, color: string): string {
  const key = `${color} ${kind} ${seed}`
  const before = kept.get(key)
  if (before) return before
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!)
  const drawn = draw(kind, seed, color)
  kept.set(key, drawn)
  return drawn
}

function draw(kind: PictureKind, seed: string, color: string): string {
  const paint = paintFor(`${kind}/${seed}`, color)
  const id = `p${hash(`${kind}/${seed}`).toString(36)}`
  const scene = scenes[kind](paint)
  const turned = paint.random() < 0.5 ? `<g transform="matrix(-1 0 0 1 320 0)">${scene}</g>` : scene
  return `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${paint.high}"/><stop offset="1" stop-color="${paint.low}"/></linearGradient></defs>${rect(0, 0, 320, 180, `url(#${id})`)}${turned}`
}
