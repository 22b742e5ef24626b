import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { photoPath, photoSet, photoSize } from '@alumni/shared/publications/photos'
import { newsPage } from '@alumni/shared/publications/content'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createFiles, type Files } from '../../foundations/files/files.ts'
import type { Caller } from '../../../testing/caller.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { startS3 } from '../../../testing/s3-server.ts'
import { buildTestApp, internalHost } from '../../../testing/test-app.ts'
import { sweepPhotos } from './sweep.ts'

const folder = await mkdtemp(join(tmpdir(), 'alumni-photos-'))
const s3 = await startS3(folder, 'photos')
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})
const files = await createFiles({ DATA_DIR: folder, STORAGE_URL: `s3://photos/kept?endpoint=${s3.endpoint}` })
const { as, db, visitor } = await buildTestApp({ context: { files } })
const [ada, stan, vera] = [await as('admin'), await as('staff'), await as('viewer')]

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2b6f8f' } })
const boat = await canvas(1000, 600).jpeg().toBuffer()

function upload(bytes: Buffer, caller: Caller = stan, name = 'boat.jpg') {
  const boundary = 'a-boundary-of-a-form'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
  return caller.request({
    method: 'POST',
    url: '/champion_signups/photos',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
const uploaded = async (bytes = boat) => (await upload(bytes)).json<{ name: string }>().name

test('Stan uploads a photo, which alumni and staff get in each width and two formats, cached permanently', async () => {
  const name = await uploaded()
  expect(photoSize(name)).toEqual({ width: 1000, height: 600, widths: [400, 800, 1000] })
  for (const [format, type] of [
    ['webp', 'image/webp'],
    ['jpg', 'image/jpeg'],
  ] as const)
    for (const width of [400, 800, 1000]) {
      const reply = await visitor.visit(photoPath(name, width, format))
      expect(reply.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const { width: real, format: drawn } = await sharp(reply.rawPayload).metadata()
      expect([real, drawn]).toEqual([width, format === 'jpg' ? 'jpeg' : 'webp'])
    }
  expect(photoSet(name, 'webp').split(', ')).toHaveLength(3)
  const path = photoPath(name, 400)
  const onStaffSite = { headers: { host: internalHost } }
  expect((await stan.get(path, onStaffSite)).statusCode).toBe(200)
  expect((await vera.get(path, onStaffSite)).statusCode).toBe(403)
  expect((await upload(boat, vera)).statusCode).toBe(403)
})

test.each(['png', 'webp', 'avif'] as const)(
  'a %s is accepted too, and the largest file is no wider than a page',
  async (format) => {
    const name = await uploaded(
      await canvas(format === 'avif' ? 300 : 1700, 250)
        .toFormat(format)
        .toBuffer(),
    )
    expect(photoSize(name).width).toBe(format === 'avif' ? 300 : 1600)
  },
)

test('a photo taken sideways is rotated, and its location data is removed', async () => {
  const sideways = await canvas(900, 400)
    .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 21/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const before = await sharp(sideways).metadata()
  expect([before.orientation, before.exif === undefined]).toEqual([6, false])
  const name = await uploaded(sideways)
  expect(photoSize(name)).toMatchObject({ width: 400, height: 900 })
  for (const format of ['jpg', 'webp'] as const) {
    const { rawPayload } = await visitor.visit(photoPath(name, 400, format))
    const { exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata()
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(rawPayload.includes('Secret Camera')).toBe(false)
  }
})

test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  ['an SVG drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'), /JPEG, PNG, WebP or AVIF/], // prettier-ignore
  ['a page named .jpg', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /JPEG, PNG/],
  ['a GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), /JPEG, PNG/],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'), /JPEG, PNG/],
  ['an empty file', () => Buffer.alloc(0), /JPEG, PNG/],
  ['a photo of 2,500 million pixels', buildHugePng, /more than 60 million pixels/],
  ['a truncated photo', () => boat.subarray(0, boat.length / 2), /damaged/],
  ['a photo that is too small', () => canvas(150, 150).png().toBuffer(), /narrower than 200 pixels/],
])('%s is refused with a message, and nothing is stored', async (_, make, message) => {
  const countStored = async () => (await Array.fromAsync(files.list(new Date(Date.now() + 60_000)))).length
  const before = await countStored()
  const reply = await upload(await make())
  expect([reply.statusCode, reply.json().error]).toEqual([422, expect.stringMatching(message)])
  expect(await countStored()).toBe(before)
})

test('an upload above 15 MB, or without a form, is refused before it is read completely', async () => {
  const large = await upload(Buffer.alloc(15.5 * 1024 * 1024))
  expect([large.statusCode, large.json().error]).toEqual([413, expect.stringContaining('15 MB')])
  expect((await stan.post('/champion_signups/photos', {})).statusCode).toBe(415)
})

test('a photo within a text has all widths with its size, and pictures of other sites are left out', async () => {
  const name = await uploaded()
  const body = `Look:\n\n![Four *rowers*](/photos/${name})\n\n![spy](https://evil.example/x.png) ![up](/photos/../up) <img src="/photos/${name}" onerror="alert(1)" style="x" alt="html">`
  const news = { title: 'Boats', slug: '', summary: 'Some.', body, picture: 'coast', photo: name, photo_alt: 'A boat' }
  const url = '/settings/content/news'
  const { id } = (await ada.post(url, { ...news, author: null, community_id: null, ends: null })).json()
  await ada.post(`${url}/${id}/moves`, { move: 'publish' })
  const newsPageData = propsOf(await visitor.visit(`/news/${id}`), newsPage).news
  expect(newsPageData.picture.photo).toEqual({ name, alt: 'A boat' })
  const images = [...newsPageData.html.matchAll(/<img [^>]*>/g)].map(([image]) => image)
  expect(images).toHaveLength(2)
  for (const image of images) {
    expect(image).toContain(`src="${photoPath(name, 800)}"`)
    expect(image).toContain('width="1000" height="600"')
    expect(image).not.toMatch(/onerror|style/)
  }
  expect(newsPageData.html).not.toMatch(/evil|\.\./)
})

test('photos that were not used for a week are deleted with all their files', async () => {
  const [unused, beside, within, young] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()]
  const text = { summary: '', kind: 'interest', title: 'x' } as const
  await db
    .insertInto('communities')
    .values([
      { slug: 'beside', name: 'x', summary: text.summary, kind: text.kind, photo: beside, photo_alt: 'A boat' },
      { slug: 'within', name: 'x', summary: text.summary, kind: text.kind, body: `![a](/photos/${within})` },
    ])
    .execute()
  const old = new Date(Date.now() - 8 * 24 * 3600_000).toISOString()
  await db.updateTable('photos').set({ created_at: old }).where('name', '!=', young).execute()
  const aged: Files = { ...files, list: () => files.list(new Date(Date.now() + 60_000)) }
  await sweepPhotos({ db, files: aged })
  const statuses = await Promise.all(
    [unused, beside, within, young].map(async (name) => (await visitor.visit(photoPath(name, 400))).statusCode),
  )
  expect(statuses).toEqual([404, 200, 200, 200])
})

/** A small PNG with a header of 50,000 × 50,000 pixels. */
async function buildHugePng(): Promise<Buffer> {
  const png = Buffer.from(await canvas(300, 300).png().toBuffer())
  png.writeUInt32BE(50_000, 16)
  png.writeUInt32BE(50_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
