import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { runDeferredMigrations, migrate } from '../../src/schema.ts'
import { buildAppWithRoutes } from '../all-routes.ts'
import { findRelease, unpackRelease } from '../last-release.ts'
import { startProgram } from '../program.ts'
import { schemaOf } from '../schema-of.ts'
import { createTestDatabase } from '../test-database.ts'
import { testPassword } from '../test-app.ts'
import { withClient } from '../../src/foundations/database/with-client.ts'

const { commit, missing } = findRelease()
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

test.skipIf(missing)(
  `the server of the last release works with the schema of this one${missing ? ` (${missing})` : ''}`,
  async () => {
    const { routes, people, database: current } = await buildAppWithRoutes()
    const database = await createTestDatabase('template0')
    cleanups.push(() => database.drop())
    const { ask, stop } = await startRelease(database)
    await withClient(database.owner, async (client) => {
      const reports = async () => (await client.query('select from process_reports')).rows.length
      await expect.poll(reports).toBe(1)
    })
    await migrate(database.owner)

    const { email, name, role, password_hash } = people.admin
    const values = [email, name, role, password_hash]
    await withClient(database.owner, (client) =>
      client.query('insert into staff_users (email, name, role, password_hash) values ($1, $2, $3, $4)', values),
    )
    const signedIn = await ask('/login', { body: { email, password: testPassword, token: true } })
    const authorization = `Bearer ${(JSON.parse(signedIn.body) as { token: string }).token}`
    // A release without the page replies 404.
    await expect.poll(async () => (await ask('/ready', {})).status).not.toBe(503)
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

    await stop()
    await withClient(database.owner, (client) => client.query('delete from process_reports'))
    await runDeferredMigrations(database.owner, {})
    expect(await withClient(database.owner, schemaOf)).toEqual(await withClient(current.owner, schemaOf))
  },
)

/** Starts the server of the last release with its schema; returns functions to send requests and to stop it. */
async function startRelease({ app, owner }: { app: string; owner: string }) {
  const release = await unpackRelease(commit)
  cleanups.push(release.remove)
  const { root } = release
  const { port, stop, listening } = await startProgram('server', { app, owner, root, dataDir: join(root, '.data') })
  cleanups.push(stop)
  await listening()
  const ask = async (path: string, { body, host = 'localhost', authorization }: RequestParts) => {
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
  return { ask, stop }
}
type RequestParts = { body?: object; host?: string; authorization?: string }
