import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { FaultyLink } from '../../../testing/faulty-link.ts'
import { startProgram, type ProgramName } from '../../../testing/program.ts'
import { isSoak } from '../../../testing/soak.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import type { ReadinessReport } from './readiness.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'alumni-data-'))
const running: { stop(): unknown }[] = []
afterAll(async () => {
  for (const program of running) await program.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(name: ProgramName, env: Record<string, string>) {
  const program = await startProgram(name, { ...database, dataDir, env })
  running.push(program)
  const monitorPort = async () => {
    await expect.poll(program.log).toContain('the monitor listens')
    return Number(/"port":(\d+)[^\n]*the monitor listens/.exec(program.log())![1])
  }
  return { ...program, monitorPort }
}

describe.each(isSoak ? (['server', 'worker'] as const) : (['server'] as const))('the %s', (program) => {
  test('replies on MONITOR_PORT while it waits for PostgreSQL, then reports each part and all figures, to this machine only', async () => {
    const link = await FaultyLink.open(Number(new URL(database.app).port))
    running.push({ stop: () => link.close() })
    link.startFault({ kind: 'reset' })
    const urls = { DATABASE_URL: link.redirect(database.app), MIGRATION_DATABASE_URL: link.redirect(database.owner) }
    const { child, exit, monitorPort } = await start(program, { MONITOR_PORT: '0', ...urls })
    const url = `http://127.0.0.1:${await monitorPort()}`
    const requestReady = () => fetch(`${url}/ready`)
    const waiting = await requestReady()
    expect([waiting.status, await waiting.json()]).toEqual([503, { status: 'starting', parts: [] }])

    link.end()
    await expect.poll(async () => (await requestReady()).status).toBe(200)
    const { status, parts } = (await (await requestReady()).json()) as ReadinessReport
    const last = program === 'server' ? 'search index' : 'queue'
    expect([status, parts.map(({ name }) => name)]).toEqual(['ready', ['database', 'schema', last]])
    for (const part of parts)
      expect(part).toMatchObject({ has_answered: true, is_good: true, message: expect.stringMatching(/\.$/) })

    const scrape = () => fetch(`${url}/metrics`)
    expect((await scrape()).headers.get('content-type')).toContain('text/plain; version=0.0.4')
    // Polls, because a scrape may share a reading that started earlier.
    await expect.poll(async () => (await scrape()).text()).toContain(`alumni_ready{program="${program}"} 1\n`)
    const body = await (await scrape()).text()
    const figures = program === 'server' ? ['alumni_search_index_people 0'] : ['alumni_letters{state="waiting"} 0']
    for (const line of ['alumni_database_waiting 0', ...figures]) expect(body.split('\n')).toContain(line)

    expect((await fetch(`${url}/`)).status).toBe(404)
    expect((await fetch(`${url}/ready`, { method: 'POST' })).status).toBe(404)
    const [outside] = Object.values(networkInterfaces()).flatMap((all) => all!.filter(({ internal }) => !internal))
    if (outside?.family === 'IPv4')
      await expect(fetch(url.replace('127.0.0.1', outside.address))).rejects.toThrow('fetch failed')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  if (!isSoak) return
  test('opens no port without MONITOR_PORT', async () => {
    const { child, exit, log } = await start(program, {})
    await expect.poll(log).toContain(program === 'server' ? 'the server listens' : 'the worker takes jobs')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(log()).not.toContain('monitor')
  })
})

test('a program stops with a message if the port or the address cannot be used', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  running.push({ stop: () => occupant.close() })
  const { port } = occupant.address() as AddressInfo
  const inUse = await start('server', { MONITOR_PORT: String(port) })
  const elsewhere = await start('worker', { MONITOR_PORT: '0', MONITOR_HOST: '203.0.113.1' })
  expect([await inUse.exit, await elsewhere.exit]).toEqual([1, 1])
  expect([await inUse.errors, await elsewhere.errors]).toEqual([
    `Port ${port} is in use by another program. Stop it, or set MONITOR_PORT to another one.\n`,
    'MONITOR_HOST 203.0.113.1 is no address of this machine.\n',
  ])
})
