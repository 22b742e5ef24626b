import { crc32, deflateSync } from 'node:zlib'
import { colord } from 'colord'
import { pictureKinds, type PictureKind } from '@alumni/shared/publications/cards'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'

/** Serves preview images as PNG, because sites that show link previews do not support SVG. */
export function shareImageRoutes(app: App, { config }: Context): void {
  const drawn = new Map<PictureKind, Buffer>()
  app.get(
    '/pictures/:kind.png',
    { constraints: onExternal, schema: { params: z.object({ kind: z.enum(pictureKinds) }) } },
    (request, reply) => {
      const { kind } = request.params
      const image = drawn.get(kind) ?? drawImage(config.institution.color, pictureKinds.indexOf(kind))
      drawn.set(kind, image)
      return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(image)
    },
  )
}

type Rgb = [number, number, number]
const [width, height] = [1200, 630]
const [sunX, sunY, sunRadius] = [880, 227, 96]

/** Draws a sunset over four ridges in the hue of `color`. `seed` changes the shape of the ridges. */
export function drawImage(color: string, seed: number): Buffer {
  const base = colord(color)
  const rgb = (lighter: number, turned = 0): Rgb => {
    const { r, g, b } = base.lighten(lighter).rotate(turned).toRgb()
    return [r, g, b]
  }
  const [high, low, sun] = [rgb(0.04), [246, 190, 138] as Rgb, [255, 226, 178] as Rgb]
  const ridges = [rgb(0.15, 4), rgb(0.07, 2), rgb(-0.02), rgb(-0.1)]
  const heightOf = (ridge: number, x: number) =>
    height * (0.5 + ridge * 0.12) +
    38 * Math.sin(x / (170 + 23 * ridge) + seed * 1.7 + ridge * 2.1) +
    16 * Math.sin(x / (61 + 11 * ridge) + seed * 0.9 + ridge)
  const tops = ridges.map((_, ridge) => Array.from({ length: width }, (_, x) => heightOf(ridge, x)))
  return png((y) => {
    const share = Math.min(1, y / (height * 0.6))
    const sky = [0, 1, 2].map((part) => Math.round(high[part]! + (low[part]! - high[part]!) * share)) as Rgb
    return (x) => {
      for (let ridge = ridges.length - 1; ridge >= 0; ridge--) if (y > tops[ridge]![x]!) return ridges[ridge]!
      return (x - sunX) ** 2 + (y - sunY) ** 2 < sunRadius ** 2 ? sun : sky
    }
  })
}

/** Encodes an image as PNG with the filter type Sub, which compresses well. */
function png(colorsOf: (y: number) => (x: number) => Rgb): Buffer {
  const stride = 1 + width * 3
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    rows[y * stride] = 1
    const colorAt = colorsOf(y)
    let before: Rgb = [0, 0, 0]
    for (let x = 0; x < width; x++) {
      const color = colorAt(x)
      // Skips equal pixels, because the buffer already contains zeros.
      if (color !== before)
        for (let part = 0; part < 3; part++) rows[y * stride + 1 + x * 3 + part] = color[part]! - before[part]!
      before = color
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // 8 bits each of red, green and blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
