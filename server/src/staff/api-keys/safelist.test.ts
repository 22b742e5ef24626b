import { expect, test } from 'vitest'
import type { IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { buildGuardedApp, repeat } from '../../foundations/protection/testing/many-callers.ts'
import { runOn } from '../../../testing/test-database.ts'
import { createApiKey } from './key-format.ts'

const { as, from, app, database } = await buildGuardedApp()
const ada = await as('admin')
const { id, key } = (await ada.post('/settings/api_keys', { name: 'Events app' })).json<IssuedApiKey>()
const requestWith =
  (address: string, shownKey: string, path = '/api/v1/openapi.json') =>
  () =>
    from(address)({ path, headers: { authorization: `Bearer ${shownKey}` } })

test('an active key exempts the keyed API from limits and bans, even for a banned address', async () => {
  const statuses = await repeat(70, requestWith('203.0.113.1', createApiKey()))
  expect(statuses).toEqual([...Array(60).fill(200), ...Array(10).fill(429)])
  expect((await requestWith('203.0.113.1', createApiKey())()).status).toBe(403)
  expect(new Set(await repeat(310, requestWith('203.0.113.1', key)))).toEqual(new Set([200]))
  expect((await requestWith('203.0.113.1', key, '/api/affinities?category=Athletics')()).status).toBe(403)
})

test('a revoked key exempts from nothing', async () => {
  expect(new Set(await repeat(61, requestWith('203.0.113.2', key)))).toEqual(new Set([200]))
  await ada.request({ method: 'DELETE', url: `/settings/api_keys/${id}` })
  await expect.poll(() => repeat(61, requestWith('203.0.113.2', key))).toContain(429)
})

test('while keys cannot be looked up limits and bans apply to everyone', async () => {
  await runOn(database.owner, 'alter table api_keys rename to api_keys_away')
  app.apiKeys.invalidate()
  const statuses = await repeat(70, requestWith('203.0.113.3', createApiKey()))
  expect(statuses).toEqual([...Array(60).fill(200), ...Array(10).fill(429)])
  expect((await requestWith('203.0.113.3', key)()).status).toBe(403)
  await runOn(database.owner, 'alter table api_keys_away rename to api_keys')
})
