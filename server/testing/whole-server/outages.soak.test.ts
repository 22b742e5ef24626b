import { onTestFinished, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { FaultyLink } from '../faulty-link.ts'
import { startMailServer } from '../mail-server.ts'
import { startProgram, type ProgramName } from '../program.ts'
import { buildTestApp } from '../test-app.ts'
import { enqueueLetters } from '../../src/foundations/mail/letters.ts'

const { db, people, database, config } = await buildTestApp()

async function start(name: ProgramName, urls: { app: string; owner: string }, env: NodeJS.ProcessEnv = {}) {
  const program = await startProgram(name, { ...urls, dataDir: config.DATA_DIR, env })
  onTestFinished(() => program.stop())
  const lines = () => program.log().split('\n')
  return { ...program, count: (text: string) => lines().filter((line) => line.includes(text)).length }
}

test('a mail server outage logs one line however many letters are tried, and one line at its end', async () => {
  const mailServer = await startMailServer()
  const link = await FaultyLink.open(Number(new URL(mailServer.url).port))
  onTestFinished(async () => {
    await link.close()
    await mailServer.close()
  })
  link.startFault({ kind: 'reset' })
  const worker = await start('worker', database, { SMTP_URL: link.redirect(mailServer.url) })
  const letters = 30
  await enqueueLetters(
    db,
    'backup-failed',
    Array.from({ length: letters }, () => ({ user: people.admin.id })),
  )
  const countAttempts = async () =>
    (await db.selectFrom('letters').select('attempts').execute()).reduce((sum, { attempts }) => sum + attempts, 0)
  await expect.poll(countAttempts).toBeGreaterThanOrEqual(letters)
  expect([worker.count('"level":"error"'), worker.count('the mail server takes no letters')]).toEqual([1, 1])
  link.end()
  await expect.poll(() => mailServer.messages.length).toBe(letters)
  expect(worker.count('the mail server takes letters again')).toBe(1)
  expect(worker.count('"level":"error"')).toBe(1)
})

test('a database outage logs one line of the search index, and one line at its end', async () => {
  const link = await FaultyLink.open(Number(new URL(database.app).port))
  onTestFinished(() => link.close())
  const urls = { app: link.redirect(database.app), owner: link.redirect(database.owner) }
  const server = await start('server', urls)
  await server.listening()
  await expect.poll(async () => (await fetch(`${server.url}/ready`)).status).toBe(200)
  link.startFault({ kind: 'reset' })
  const [failed, fixed] = ['the search index could not be kept up to date', 'the search index is kept up to date again']
  await expect.poll(() => server.count(failed)).toBe(1)
  // The check is repeated after five seconds.
  await pause(6000)
  expect([server.count(failed), server.count(fixed)]).toEqual([1, 0])
  link.end()
  await expect.poll(() => server.count(fixed)).toBe(1)
  expect(server.count(failed)).toBe(1)
})
