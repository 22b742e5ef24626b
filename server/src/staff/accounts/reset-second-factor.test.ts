import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'

const { as, nobody, database, config } = await buildTestApp()
const program = fileURLToPath(new URL('../../commands/reset-second-factor.ts', import.meta.url))
const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: config.DATA_DIR, DATABASE_URL: database.owner }
const reset = (email: string) => promisify(execFile)(process.execPath, [program, email], { env })

test('one command lets Stan, who lost his phone, sign in with his password alone, and reports an unknown user', async () => {
  const browser = await as('staff')
  const { secret } = (await browser.post('/account/totp')).json<{ secret: string }>()
  await browser.post('/account/totp/confirm', { code: await generate({ secret }) })
  const signIn = async () =>
    (await nobody.post('/login', { email: 'staff@example.edu', password: testPassword })).json()
  expect(await signIn()).toEqual({ second_factor: ['totp', 'backup_code'] })

  expect((await reset(' Staff@example.edu')).stdout).toBe('Stan Okafor no longer has a second factor.\n')
  expect(await signIn()).toMatchObject({ user: { name: 'Stan Okafor' } })
  await expect(reset('stranger@example.edu')).rejects.toMatchObject({
    code: 1,
    stderr: 'No user has this address.\n',
  })
})
