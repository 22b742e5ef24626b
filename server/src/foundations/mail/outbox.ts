import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../process/config.ts'

/**
 * One message to one person. `to` is a bare address. `unsubscribe` is where one says that one wants no more of such
 * letters: a page that a GET shows, and that takes the one-click POST of mail programs (RFC 8058) without a session.
 * `calendar` is an entry that mail programs put into a person's calendar, or take out of it (RFC 6047). `picture` is a PNG
 * in base64 that stands in `html` as `cid:` and its `cid`: mail programs show neither SVG nor `data:`. One that
 * `leavesOnce` is not tried again where the mail server may have taken it.
 */
export type Message = {
  to: string
  subject: string
  text: string
  html: string
  unsubscribe?: string
  calendar?: z.infer<typeof calendar> | undefined
  picture?: z.infer<typeof picture> | undefined
  replyTo?: { name: string; address: string } | undefined
  leavesOnce?: boolean
}

const calendar = z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() })
const picture = z.object({ cid: z.string(), png: z.string() })

const storedMessage = z.object({
  at: z.iso.datetime(),
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribe: z.string().optional(),
  calendar: calendar.optional(),
  picture: picture.optional(),
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
})
/** The message was not sent but saved, at the time `at`. */
export type SavedMessage = z.infer<typeof storedMessage>

export function outboxFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'outbox')
}

/** Orders messages of the same millisecond. */
let saved = 0

export async function saveMessage(
  folder: string,
  { leavesOnce: _, ...stored }: Message & { from: SavedMessage['from'] },
): Promise<void> {
  const at = new Date().toISOString()
  const name = `${at.replaceAll(':', '-')}-${String((saved += 1)).padStart(9, '0')}-${randomUUID()}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.draft`)
  await writeFile(draft, JSON.stringify({ at, ...stored } satisfies SavedMessage, null, 2), { mode: 0o600 })
  await rename(draft, join(folder, `${name}.json`))
}

/** The newest first. */
export async function savedMessages(folder: string, maxMessages = 100): Promise<SavedMessage[]> {
  const names = await readdir(folder).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, maxMessages)
  return Promise.all(
    newest.map(async (name) => storedMessage.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  )
}
