import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from './foundations/process/config.ts'
import { migrate } from './schema.ts'
import { buildAppWithRoutes } from '../testing/all-routes.ts'
import { schemaOf } from '../testing/schema-of.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { testPassword } from '../testing/test-app.ts'

/** The commit of the release before what is here, and why there is none to be had. */
const { commit, missing } = findRelease()
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

test.skipIf(missing)(
  `the server of the last release works beside the schema of this one${missing ? ` (${missing})` : ''}`,
  async () => {
    const { routes, people, database: current } = await buildAppWithRoutes()
    const database = await createTestDatabase('template0')
    cleanups.push(() => database.drop())
    const ask = await startRelease(database)
    await migrate(database.owner)
    expect(await withClient(database.owner, schemaOf)).toEqual(await withClient(current.owner, schemaOf))

    const { email, name, role, password_hash } = people.admin
    const values = [email, name, role, password_hash]
    await withClient(database.owner, (client) =>
      client.query('insert into staff_users (email, name, role, password_hash) values ($1, $2, $3, $4)', values),
    )
    const signedIn = await ask('/login', { body: { email, password: testPassword, token: true } })
    const authorization = `Bearer ${(JSON.parse(signedIn.body) as { token: string }).token}`
    const pages = routes.filter(({ method }) => method === 'GET')
    const failed: string[] = []
    let found = 0
    for (const { path, site, requiredQuery } of pages) {
      const query = requiredQuery.map((name) => `${name}=1`).join('&')
      const { status, body } = await ask(
        `${path}?${query}`,
        site === 'external' ? { host: 'champions.localhost' } : { authorization },
      )
      if (status >= 500) failed.push(`${path}: ${status} ${body.slice(0, 200)}`)
      if (status === 200) found++
    }
    expect(failed).toEqual([])
    expect(found).toBeGreaterThan(40)
  },
)

function findRelease(): { commit: string; missing?: undefined } | { commit: ''; missing: string } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const commit = git('log', '-1', '--format=%H', '--extended-regexp', '--grep=^v[0-9]+\\.[0-9]+\\.[0-9]+$', 'HEAD^')
    return commit ? { commit } : { commit: '', missing: 'skipped: this clone does not reach back to the last release' }
  } catch {
    return { commit: '', missing: 'skipped: there is no git history here' }
  }
}

/** Starts the server of that release, which makes the schema it knows, and answers how to ask it. */
async function startRelease({ app, owner }: { app: string; owner: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-release-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const release = join(folder, 'release')
  await mkdir(join(release, 'node_modules/@alumni'), { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: projectRoot, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', release], { input: archive })
  // Its own words and server, and of libraries those that are here.
  for (const name of ['shared', 'server'])
    await symlink(join(release, name), join(release, 'node_modules/@alumni', name))
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  const faces = join(projectRoot, 'server/testing/faces')
  await cp(join(faces, 'staff'), join(release, 'desktop/dist/renderer'), { recursive: true })
  await cp(join(faces, 'portal'), join(release, 'portal/dist'), { recursive: true })

  const port = await freePort()
  const child: ChildProcess = fork(join(release, 'server/src/start.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      DATABASE_URL: app,
      MIGRATION_DATABASE_URL: owner,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('It ended.')))])

  return async (path: string, { body, host = 'localhost', authorization }: Asked) => {
    const headers = {
      host,
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(authorization ? { authorization } : {}),
    }
    const sent = request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers })
    sent.end(body && JSON.stringify(body))
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: reply.statusCode!, body: await text(reply) }
  }
}
type Asked = { body?: object; host?: string; authorization?: string }

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
