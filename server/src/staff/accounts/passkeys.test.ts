import { expect, test } from 'vitest'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import type { Caller } from '../../../testing/caller.ts'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { consumePasskey, savePasskey } from './passkeys.ts'
import { StaffSession } from './staff-user.ts'

const { as, nobody, config, db, people } = await buildTestApp()

async function addPasskey(browser: Caller) {
  const authenticator = createAuthenticator(config.PUBLIC_URL)
  const options = (await browser.post('/account/passkeys/options')).json()
  const reply = await browser.post('/account/passkeys', { passkey: authenticator.create(options), name: 'Phone' })
  expect(reply.statusCode).toBe(201)
  return authenticator
}
const passkeysOf = async (browser: Caller) =>
  (await browser.get('/account')).json<{ second_factor: { passkeys: { id: number; name: string }[] } }>().second_factor
    .passkeys

test('Stan can neither rename nor remove Vera’s passkey', async () => {
  const [vera, stan] = [await as('viewer'), await as('staff')]
  await addPasskey(vera)
  await addPasskey(stan)
  const [hers] = await passkeysOf(vera)
  const url = `/account/passkeys/${hers!.id}`
  const none = [404, { error: 'There is no such passkey anymore.' }]
  const renamed = await stan.request({ method: 'PATCH', url, payload: { name: 'Mine' } })
  expect([renamed.statusCode, renamed.json()]).toEqual(none)
  const removed = await stan.request({ method: 'DELETE', url })
  expect([removed.statusCode, removed.json()]).toEqual(none)
  expect(await passkeysOf(vera)).toEqual([hers])
  await stan.request({ method: 'DELETE', url: `/account/passkeys/${(await passkeysOf(stan))[0]!.id}` })
  await vera.request({ method: 'DELETE', url })
})

test('a passkey is a proof only if it verifies its user, and beside a password its possession is enough', async () => {
  const stan = await as('staff')
  const authenticator = await addPasskey(stan)
  await db.entities.nativeUpdate(
    StaffSession,
    { user: people.staff },
    { proven_at: new Date(Date.now() - 31 * 60_000) },
  )
  const prove = async (isVerified: boolean) => {
    const question = (await stan.post('/account/proof/passkey')).json()
    expect(question.userVerification).toBe('required')
    return (await stan.post('/account/proof', { passkey: authenticator.get(question, { isVerified }) })).statusCode
  }
  expect(await prove(false)).toBe(422)
  expect((await stan.get('/account/proof')).json().is_fresh).toBe(false)
  expect(await prove(true)).toBe(204)
  expect((await stan.get('/account/proof')).json().is_fresh).toBe(true)

  const reply = await nobody.post('/login', { email: people.staff.email, password: testPassword })
  const half = nobody.with({ cookie: reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
  const question = (await half.post('/login/second-factor/passkey')).json()
  const passkey = authenticator.get(question, { isVerified: false })
  expect((await half.post('/login/second-factor', { passkey })).statusCode).toBe(200)
})

test('a response that the library rejects is refused; a failure of the database is rethrown', async () => {
  const vera = await as('viewer')
  const authenticator = await addPasskey(vera)
  const malformed = { ...authenticator.get({ challenge: 'x' }), response: { clientDataJSON: 'bnVsbA' } }
  expect((await vera.post('/account/passkeys', { passkey: malformed, name: 'Phone' })).statusCode).toBe(422)
  await vera.post('/account/proof/passkey')
  expect((await vera.post('/account/proof', { passkey: malformed })).statusCode).toBe(422)

  const isUnused = async () => false
  const failure = new Error('The database is gone.')
  const fail = async () => Promise.reject(failure)
  const { id } = people.viewer
  const created = { passkey: createAuthenticator(config.PUBLIC_URL).create({ challenge: 'x' }) }
  await expect(savePasskey(db, config, id, created, fail)).rejects.toBe(failure)
  await expect(savePasskey(db, config, id, created, isUnused)).rejects.toMatchObject({ status: 422 })
  const response = authenticator.get({ challenge: 'x' })
  await expect(consumePasskey(db, config, id, response, fail, 'preferred')).rejects.toBe(failure)
  expect(await consumePasskey(db, config, id, response, isUnused, 'preferred')).toBe(false)
})
