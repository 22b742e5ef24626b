import { expect, test, vi } from 'vitest'
import type { IssuedApiKey } from '@alumni/shared/api-keys'
import { buildGuardedApp, times } from '../protection/testing/many-callers.ts'
import { newApiKey } from './key-format.ts'

const { as, from } = await buildGuardedApp()
const ada = await as('admin')
const { id, key } = (await ada.post('/settings/api_keys', { name: 'Events app' })).json<IssuedApiKey>()
const asking =
  (address: string, shown: string, path = '/api/v1/openapi.json') =>
  () =>
    from(address)({ path, headers: { authorization: `Bearer ${shown}` } })

test('with an active key the keyed API is never limited, from an address that is banned otherwise too', async () => {
  const statuses = await times(70, asking('203.0.113.1', newApiKey()))
  expect(statuses).toEqual([...Array(60).fill(200), ...Array(10).fill(429)])
  expect((await asking('203.0.113.1', newApiKey())()).status).toBe(403)
  expect(new Set(await times(310, asking('203.0.113.1', key)))).toEqual(new Set([200]))
  expect((await asking('203.0.113.1', key, '/api/affinities?category=Athletics')()).status).toBe(403)
})

test('a key that Ada has revoked no longer helps', async () => {
  expect(new Set(await times(61, asking('203.0.113.2', key)))).toEqual(new Set([200]))
  await ada.request({ method: 'DELETE', url: `/settings/api_keys/${id}` })
  await vi.waitFor(async () => expect(await times(61, asking('203.0.113.2', key))).toContain(429), { timeout: 60_000 })
})
