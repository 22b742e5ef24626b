import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { IconIcns, IconIco } from '@shockpkg/icon-encoder'
import sharp from 'sharp'

const source = fileURLToPath(new URL('icon.svg', import.meta.url))

/** Icon types of an .icns file and their size in pixels; some sizes occur twice, for high-density displays. */
const icnsTypes = {
  ic04: 16,
  ic11: 32,
  ic05: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
}

/** Draws `icon.svg` in all sizes and formats: `icons/*.png`, `icon.ico`, `icon.icns`. */
export async function drawIcons(folder: string): Promise<void> {
  mkdirSync(join(folder, 'icons'), { recursive: true })
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
  const pictures = new Map(
    await Promise.all(sizes.map(async (size) => [size, await sharp(source).resize(size).png().toBuffer()] as const)),
  )
  for (const [size, picture] of pictures) writeFileSync(join(folder, 'icons', `${size}x${size}.png`), picture)
  const ico = new IconIco()
  for (const size of sizes.filter((each) => each <= 256)) await ico.addFromPng(pictures.get(size)!, null, false)
  writeFileSync(join(folder, 'icon.ico'), ico.encode())
  const icns = new IconIcns()
  for (const [type, size] of Object.entries(icnsTypes)) await icns.addFromPng(pictures.get(size)!, [type], false)
  writeFileSync(join(folder, 'icon.icns'), icns.encode())
}
