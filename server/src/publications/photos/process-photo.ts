import { randomBytes } from 'node:crypto'
import { maxPhotoSize, minPhotoWidth, photoFormats, photoSize } from '@alumni/shared/publications/photos'
import type { PhotoFormat } from '@alumni/shared/publications/photos'
import type { Sharp } from 'sharp'
import { HttpError } from '../../foundations/http/errors.ts'

/** Limits the memory for decoding an image. */
const maxMegapixels = 60

export type ProcessedPhoto = { name: string; files: { key: string; bytes: Buffer }[] }

/** Converts a photo to several widths, upright, in sRGB and without metadata such as its location. Throws a 422. */
export async function processPhoto(upload: Buffer): Promise<ProcessedPhoto> {
  if (upload.length === 0) throw refused(wrongKind)
  const sharp = await loadSharp()
  const image = sharp(upload, { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'error' }).timeout({ seconds: 15 })
  const { format, compression, width = 0, height = 0, autoOrient } = await read(image)
  if (format === 'heif' && compression !== 'av1') throw refused(wrongKind)
  if (width * height > maxMegapixels * 1_000_000)
    throw refused(`This photo has more than ${maxMegapixels} million pixels. Make it smaller, then upload it again.`)
  if ((autoOrient?.width ?? width) < minPhotoWidth)
    throw refused(`This photo is narrower than ${minPhotoWidth} pixels and would look blurry. Choose a larger one.`)
  const { data, info } = await image
    .autoOrient()
    .resize({ ...maxPhotoSize, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  const name = `${randomBytes(16).toString('hex')}-${info.width}x${info.height}`
  const files: ProcessedPhoto['files'] = []
  for (const width of photoSize(name).widths)
    for (const format of Object.keys(photoFormats) as PhotoFormat[]) {
      const { width: w, height: h, channels } = info
      const sized = sharp(data, { raw: { width: w, height: h, channels } }).resize({ width })
      files.push({ key: `photos/${name}-${width}.${format}`, bytes: await encoders[format](sized).toBuffer() })
    }
  return { name, files }
}

const encoders: Record<PhotoFormat, (image: Sharp) => Sharp> = {
  webp: (image) => image.webp({ quality: 78 }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
}

const wrongKind = 'This file is not a photo that can be shown. Upload a JPEG, PNG, WebP or AVIF file.'
const refused = (message: string) => new HttpError(422, message, { fields: { file: message } })

async function read(image: Sharp) {
  return image.metadata().catch((error: Error) => {
    throw /pixel limit/.test(error.message)
      ? refused(`This photo has more than ${maxMegapixels} million pixels. Make it smaller, then upload it again.`)
      : refused(wrongKind)
  })
}

function unreadable(error: Error): never {
  throw /timeout/i.test(error.message)
    ? refused('This photo takes too long to read. Save it as JPEG, then upload it again.')
    : refused('This file is damaged: a part of the photo cannot be read. Save it again, then upload it.')
}

let loaded: Promise<typeof import('sharp').default> | undefined

/** Loads sharp at the first upload, because it would slow down startup. Allows only four image formats. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
    })
    // Leaves the other threads for requests.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}
