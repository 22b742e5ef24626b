import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { root, runCommand } from './run-command.ts'

/** A project with a server that needs `engine` and checks that need `tool`, and a registry with both. */
let home: string
let project: string
let registry: Server
let archives: Map<string, Buffer>
let requests: string[]
let answer: (archive: Buffer, response: ServerResponse) => void

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'alumni-install-'))
  archives = new Map()
  for (const name of ['engine', 'tool']) {
    const folder = join(home, name, 'package')
    await write(join(folder, 'package.json'), { name, version: '1.0.0' })
    await writeFile(join(folder, 'index.js'), `// ${name}\n`.repeat(50_000))
    const archive = join(home, `${name}.tgz`)
    await runCommand('tar', ['-czf', archive, '-C', join(home, name), 'package'])
    archives.set(`/${name}/-/${name}-1.0.0.tgz`, await readFile(archive))
  }
  registry = createServer((request, response) => {
    requests.push(request.url!)
    const archive = archives.get(request.url!)
    if (archive) answer(archive, response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
beforeEach(async () => {
  requests = []
  answer = (archive, response) => response.end(archive)
  project = await mkdtemp(join(home, 'project-'))
  await fillProject(project)
})
afterAll(async () => {
  registry.closeAllConnections()
  registry.close()
  await rm(home, { recursive: true, force: true })
})

test('packages for running are installed first, the tools are added, and a second run does nothing', async () => {
  expect(await install('running')).toMatchObject({ code: 0 })
  expect([isInstalled('engine'), isInstalled('tool')]).toEqual([true, false])
  await write(join(project, 'node_modules/engine/mark.json'), {})
  expect(await install()).toMatchObject({ code: 0 })
  expect([isInstalled('engine'), isInstalled('tool'), isInstalled('engine/mark.json')]).toEqual([true, true, true])
  expect(await install('running')).toEqual({ code: 0, text: '' })
  expect(await install()).toEqual({ code: 0, text: '' })
  expect(requests).toEqual(['/engine/-/engine-1.0.0.tgz', '/tool/-/tool-1.0.0.tgz'])
})

test('a package that was deleted is installed again', async () => {
  await install()
  await rm(join(project, 'node_modules/engine'), { recursive: true })
  expect(await install('running')).toMatchObject({ code: 0, text: expect.stringContaining('Installing packages …') })
  expect([isInstalled('engine/index.js'), isInstalled('tool')]).toEqual([true, true])
})

test('after an installation was killed, all packages are replaced', async () => {
  await install('running')
  const isAsked = new Promise<void>((resolve) => (answer = () => resolve()))
  const killed = launch([])
  await isAsked
  process.kill(-killed.pid!, 'SIGKILL')
  await once(killed, 'close')
  // npm takes a partly installed package for complete.
  await rm(join(project, 'node_modules/engine/index.js'))
  answer = (archive, response) => response.end(archive)
  expect(await install()).toMatchObject({ code: 0 })
  expect([isInstalled('engine/index.js'), isInstalled('tool/index.js')]).toEqual([true, true])
})

test('one of two simultaneous installations runs, and the other says that it waits', async () => {
  const waiting: (() => void)[] = []
  answer = (archive, response) => waiting.push(() => response.end(archive))
  const first = install()
  await expect.poll(() => waiting.length).toBe(2)
  const second = launch([])
  const [text] = (await once(second.stdout!.setEncoding('utf8'), 'data')) as [string]
  expect(text).toMatch(/^Another command installs packages here \(process \d+\)\. Waiting for it …\n$/)
  for (const go of waiting) go()
  const closed = once(second, 'close')
  expect(await first).toMatchObject({ code: 0 })
  expect(await closed).toEqual([0, null])
  expect(requests).toHaveLength(2)
})

test('without a network it says that the registry could not be reached, and what to do', async () => {
  await write(join(project, '.npmrc'), 'registry=http://127.0.0.1:1/\nfetch-retries=0\n')
  const lock = join(project, 'package-lock.json')
  await write(lock, (await readFile(lock, 'utf8')).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:1'))
  const { code, text } = await install()
  expect(text.trim().split('\n').at(-1)).toBe(
    'npm’s registry could not be reached (ECONNREFUSED). Check the network; behind a proxy: npm config set proxy ADDRESS. Then run the command again.',
  )
  expect([code, existsSync(join(project, 'node_modules/.package-lock.json'))]).toEqual([1, false])
})

test('a full disk is reported with a message, and the next installation is complete', async (context) => {
  const modules = join(project, 'node_modules')
  await mkdir(modules)
  const mounted = await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', modules])
  if (!mounted.isOk) return context.skip('This computer lets nobody make a small disk.')
  try {
    const { code, text } = await install()
    expect(text.trim().split('\n').at(-1)).toMatch(/^The disk is full: .* Then run the command again\.$/)
    expect(code).toBe(1)
  } finally {
    await runCommand('umount', [modules])
  }
  expect(await install()).toMatchObject({ code: 0 })
  expect([isInstalled('engine/index.js'), isInstalled('tool/index.js')]).toEqual([true, true])
})

test.each([
  ['18.20.8', '', 'Node 18.20.8 is too old. Install Node 20 or newer: https://nodejs.org/en/download'],
  [
    '20.0.0',
    's390x',
    'There is no package with Node 24 for linux s390x. Install Node 24 or newer: https://nodejs.org/en/download',
  ],
])('Node %s %s is refused with a message', async (version, arch, message) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    if ('${arch}') Object.defineProperty(process, 'arch', { value: '${arch}' }); Object.defineProperty(process, 'platform', { value: 'linux' })`
  const { code, text } = await waitForEnd(
    launch([], ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]),
  )
  expect([code, text.trim().split('\n').at(-1)]).toEqual([1, message])
})

async function fillProject(folder: string): Promise<void> {
  const workspaces = ['server', 'worker', 'portal', 'desktop']
  const server = { name: 'server', version: '1.0.0', dependencies: { engine: '1.0.0' } }
  const manifestOf = (name: string) => (name === 'server' ? server : { name, version: '1.0.0' })
  const project = { name: 'project', version: '1.0.0', workspaces, devDependencies: { tool: '1.0.0' } }
  await write(join(folder, 'package.json'), project)
  for (const name of workspaces) await write(join(folder, name, 'package.json'), manifestOf(name))
  const { port } = registry.address() as AddressInfo
  const lockEntryOf = (name: string, dev?: true) => ({
    version: '1.0.0',
    resolved: `http://127.0.0.1:${port}/${name}/-/${name}-1.0.0.tgz`,
    integrity: `sha512-${createHash('sha512')
      .update(archives.get(`/${name}/-/${name}-1.0.0.tgz`)!)
      .digest('base64')}`,
    dev,
  })
  await write(join(folder, 'package-lock.json'), {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': project,
      ...Object.fromEntries(workspaces.map((name) => [name, manifestOf(name)])),
      ...Object.fromEntries(workspaces.map((name) => [`node_modules/${name}`, { resolved: name, link: true }])),
      'node_modules/engine': lockEntryOf('engine'),
      'node_modules/tool': lockEntryOf('tool', true),
    },
  })
  const options = 'audit=false\nfund=false\nloglevel=error\nupdate-notifier=false'
  await write(join(folder, '.npmrc'), `registry=http://127.0.0.1:${port}/\ncache=${folder}/cache\n${options}\n`)
  await mkdir(join(folder, 'scripts'))
  await cp(join(root, 'scripts/install.mjs'), join(folder, 'scripts/install.mjs'))
}

async function write(file: string, content: object | string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const isInstalled = (path: string) => existsSync(join(project, 'node_modules', path))

/** Runs in its own process group, so that a test can kill npm with it. */
function launch(args: string[], flags: string[] = []) {
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
  const env = { PATH, HOME: project }
  return spawn(process.execPath, [...flags, join(project, 'scripts/install.mjs'), ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const install = (...args: string[]) => waitForEnd(launch(args))

async function waitForEnd(child: ReturnType<typeof launch>): Promise<{ code: number | null; text: string }> {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}
