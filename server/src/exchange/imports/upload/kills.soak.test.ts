import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../testing/seeded-random.ts'
import { rowOf } from '../testing/batch-in.ts'
import { buildImportStory } from '../testing/import-story.ts'
import { adaHeaders, senderTo } from './testing/sender.ts'

const kills = 20
const megabyte = 1024 * 1024

const story = await buildImportStory()
const { config } = story
let server: { process: ChildProcess; port: number }
const ada = senderTo(() => server.port, await adaHeaders(story))

async function start() {
  const script = fileURLToPath(new URL('testing/serve-process.ts', import.meta.url))
  const { DATA_DIR, DATABASE_URL, PUBLIC_URL, CHAMPIONS_URL, SESSION_SECRET } = config
  const own = { NODE_ENV: 'test', DATA_DIR, DATABASE_URL, PUBLIC_URL, CHAMPIONS_URL, SESSION_SECRET }
  const child = fork(script, { env: { ...process.env, ...own }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [port] = (await once(child, 'message')) as [number]
  server = { process: child, port }
}

async function kill() {
  const gone = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await gone
}

test(`the server is killed with -9 ${kills} times in the middle: the upload goes on, and the file is what was sent`, async () => {
  const size = kills * 16 * megabyte
  const file = Buffer.alloc(size, 'B00000001,Zoë\n')
  for (let at = 0; at < size; at += 1000) file.write(`BUID,First Name\nB${at},Zoë\n`, at)
  const random = seededRandom(2026)
  await start()
  const { headers } = await ada.create('contacts', file.length)
  const url = headers.location!
  for (let turn = 0; turn < kills; turn++) {
    const offset = await ada.offset(url)
    expect(offset).toBeLessThan(file.length)
    const sending = ada.breakOff(url, file, offset, (10 + random(6)) * megabyte)
    await expect.poll(() => ada.offset(url), { interval: 5 }).toBeGreaterThan(offset)
    await pause(random(30))
    await kill()
    await sending
    await start()
  }
  const offset = await ada.offset(url)
  if (offset < file.length) expect((await ada.patch(url, file, offset)).status).toBe(204)
  const { status, body } = await ada.finish(url)
  expect(status).toBe(201)
  await kill()
  const { file_key } = await rowOf(story, { type: 'contacts', id: body.id! })
  const stored = await readFile(join(config.DATA_DIR, 'files', String(file_key)))
  expect(stored.equals(file)).toBe(true)
})
