import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { UploadTold } from '../../ipc.ts'
import { askServer } from '../server/ask-server.ts'
import { sendFile } from './send-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
const open: (() => void)[] = []
afterAll(() => {
  for (const close of open) close()
  rmSync(folder, { recursive: true, force: true })
})

const uploads = '/settings/imports/contacts/uploads'
const path = join(folder, 'contacts.csv')
const [content, day] = ['BUID,First Name\nB00000001,Peggy\n', new Date('2026-09-01T12:00:00Z')]
writeFileSync(path, content)
utimesSync(path, day, day)
const { size, mtimeMs } = statSync(path)

/**
 * Sends Ada's file to a server that answers so, until it has ended or been lost `maxLosses` times; what she was told,
 * and what the server heard.
 */
async function sent(answer: RequestListener, { url = null as string | null, maxLosses = 2 } = {}) {
  const heard: string[] = []
  const server = createServer((request, reply) => {
    heard.push(`${request.method} ${request.url}`)
    answer(request.resume(), reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => (server.closeAllConnections(), server.close()))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = new AbortController()
  const told: UploadTold['is'][] = []
  const sentences: string[] = []
  await sendFile(
    (asked, question) => askServer(address, asked, question),
    { address, path, size, mtimeMs, type: 'contacts', url },
    {
      tell(step) {
        told.push(step.is)
        if (step.is === 'refused') sentences.push(step.sentence)
        if (told.filter((one) => one === 'lost').length === maxLosses) stop.abort()
      },
      remember: () => undefined,
      signal: stop.signal,
    },
  )
  return { told, heard, sentences }
}

test('a server that forgets each upload at once is asked again after a pause, not as fast as it answers', async () => {
  let begun = 0
  const { told, heard } = await sent(({ method }, reply) => {
    if (method !== 'POST') return reply.writeHead(404).end()
    // Whoever does not pause is stopped here.
    return ++begun > 10 ? reply.writeHead(422).end() : reply.writeHead(201, { location: `${uploads}/${begun}` }).end()
  })
  expect(told).toEqual(['lost', 'lost'])
  expect(heard).toEqual([`POST ${uploads}`, `HEAD ${uploads}/1`, `POST ${uploads}`, `HEAD ${uploads}/2`])
})

test('an upload that the server keeps no longer is begun anew, and sent whole', async () => {
  let offset = 0
  const { told, heard } = await sent(
    ({ method, url, headers }, reply) => {
      if (method === 'POST') return reply.writeHead(201, { location: `${uploads}/new` }).end()
      if (url !== `${uploads}/new`) return reply.writeHead(404).end()
      if (method === 'PATCH') offset += Number(headers['content-length'])
      return reply.writeHead(204, { 'upload-offset': offset }).end()
    },
    { url: `${uploads}/old` },
  )
  expect([told.at(0), told.at(-1), offset]).toEqual(['lost', 'sent', size])
  expect(heard.slice(0, 2)).toEqual([`HEAD ${uploads}/old`, `POST ${uploads}`])
})

test.each([
  ['rewritten, as long as before', 'BUID,First Name\nB00000001,Patty\n', 60],
  ['longer, with the time of before', 'BUID,First Name\nB00000001,Peggy\nB00000002,Stan\n', 0],
])('a file that is %s since its upload began is not sent as what it was', async (_case, changed, seconds) => {
  writeFileSync(path, changed)
  utimesSync(path, day, new Date(day.getTime() + seconds * 1000))
  const { told, heard, sentences } = await sent((_request, reply) => reply.writeHead(422).end(), {
    url: `${uploads}/old`,
  })
  expect([told, heard]).toEqual([['refused'], []])
  expect(sentences[0]).toMatch(/^This file cannot be read any more/)
  writeFileSync(path, content)
  utimesSync(path, day, day)
})

test.each(['', '-1', '1.5', 'all of it', '9'.repeat(30)])(
  'a server that has "%s" of a file is asked again after a pause; nothing is sent from there',
  async (offset) => {
    const { told, heard } = await sent((_request, reply) => reply.writeHead(204, { 'upload-offset': offset }).end(), {
      url: `${uploads}/old`,
    })
    expect(told).toEqual(['lost', 'lost'])
    expect(heard).toEqual([`HEAD ${uploads}/old`, `HEAD ${uploads}/old`])
  },
)
