import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { awaitedReplies } from './awaited-replies.ts'

const code = `
interface FastifyReply { page(): Promise<FastifyReply> }
async function lead(reply: FastifyReply): Promise<FastifyReply | undefined> { return reply.redirect('/') }
async function isLed(reply: FastifyReply): Promise<boolean> { return Boolean(reply) }
export const routes = {
  async used(_: unknown, reply: FastifyReply) {
    if (await lead(reply)) return reply
    const page = await reply.page().catch(() => undefined)
    return page
  },
  async sound(_: unknown, reply: FastifyReply) {
    if (await isLed(reply)) return await lead(reply)
    const isSent = await reply.page().then(() => true, () => false)
    await reply.page()
    return isSent
  },
}
`

test('a reply that is awaited for its value is found, and one that is only waited for is not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'alumni-awaited-replies-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'server/src'), { recursive: true })
  await writeFile(join(root, 'server/src/routes.ts'), code)
  const message = expect.stringMatching(/^server\/src\/routes\.ts:[78] An awaited reply is always undefined/)
  expect(awaitedReplies(root)).toEqual([message, message])
})
