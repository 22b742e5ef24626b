import { z } from 'zod'

/** Consists of a random part and the size of the largest file, such as `3f…-1600x1067`. */
export const photoName = z.string().regex(/^[0-9a-f]{32}-[1-9]\d{0,3}x[1-9]\d{0,3}$/, 'Upload the photo again.')

export const maxPhotoMb = 15
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** Narrower photos look blurry. */
export const minPhotoWidth = 200

export const photoReply = z.object({ name: photoName })

const steps = [400, 800, 1200, 1600]
export const maxPhotoSize = { width: 1600, height: 2000 }
export const photoFormats = { webp: 'image/webp', jpg: 'image/jpeg' } as const
export type PhotoFormat = keyof typeof photoFormats

/** Parses the size in a photo's name. `widths` has the widths of the photo’s files, in ascending order. */
export function photoSize(name: string): { width: number; height: number; widths: number[] } {
  const [width, height] = name.split('-', 2)[1]!.split('x').map(Number) as [number, number]
  return { width, height, widths: [...steps.filter((step) => step < width), width] }
}

/** Returns the path of the smallest file that is at least `width` wide, or of the largest file if none is. */
export function photoPath(name: string, width: number, format: PhotoFormat = 'jpg'): string {
  const { widths } = photoSize(name)
  return `/photos/${name}-${widths.find((each) => each >= width) ?? widths.at(-1)}.${format}`
}

export function photoSet(name: string, format: PhotoFormat): string {
  return photoSize(name)
    .widths.map((width) => `${photoPath(name, width, format)} ${width}w`)
    .join(', ')
}
