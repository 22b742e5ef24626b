import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../process/config.ts'

export type Message = {
  to: string
  subject: string
  text: string
  html: string
  /** The URL of an opt-out page, which also accepts the one-click POST that mail programs send (RFC 8058). */
  unsubscribe?: string
  calendar?: z.infer<typeof calendar> | undefined
  /** A base64 PNG that `html` refers to as `cid:`. Mail programs show neither SVG nor `data:` URLs. */
  picture?: z.infer<typeof picture> | undefined
  replyTo?: { name: string; address: string } | undefined
  /** Prevents a retry if the mail server may have accepted the message. */
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
export type SavedMessage = z.infer<typeof storedMessage>

export function outboxFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'outbox')
}

let savedCount = 0

export async function saveMessage(
  folder: string,
  { leavesOnce: _, ...stored }: Message & { from: SavedMessage['from'] },
): Promise<void> {
  const savedAt = new Date().toISOString()
  const name = `${savedAt.replaceAll(':', '-')}-${String((savedCount += 1)).padStart(9, '0')}-${randomUUID()}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.draft`)
  await writeFile(draft, JSON.stringify({ at: savedAt, ...stored } satisfies SavedMessage, null, 2), { mode: 0o600 })
  await rename(draft, join(folder, `${name}.json`))
}

/** Returns messages, newest first. */
export async function listSavedMessages(folder: string, maxMessages = 100): Promise<SavedMessage[]> {
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
