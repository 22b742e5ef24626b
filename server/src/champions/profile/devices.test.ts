import { expect, test } from 'vitest'
import { devicesPage } from '@alumni/shared/champions/profile'
import { rememberDevice } from '../sign-in/devices.ts'
import { championCookies } from '../sign-in/cookies.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup, sessionCookieOf } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { db, config, visitor } = await buildTestApp()
const cookies = championCookies(config)

test('a champion lists and forgets one or all devices, but no one else’s', async () => {
  const ana = await createSignup(db, { email: 'ana@example.com' })
  const ben = await createSignup(db, { email: 'ben@example.com' })
  const phone = await rememberDevice(db, config, { signup: ana, name: 'Safari on iPhone' })
  const laptop = await rememberDevice(db, config, { signup: ana, name: 'Firefox on Windows' })
  const foreign = await rememberDevice(db, config, { signup: ben, name: 'Chrome on Android' })
  const session = await sessionCookieOf(db, config, ana)
  const here = visitor.with({ cookie: `${session}; ${cookies.device.name}=${phone.token}` })
  const listDevices = async () => propsOf(await here.visit('/profile/devices'), devicesPage).devices
  expect((await listDevices()).map(({ name, is_this }) => [name, is_this]).toSorted()).toEqual([
    ['Firefox on Windows', false],
    ['Safari on iPhone', true],
  ])
  expect((await here.submit(`/profile/devices/${foreign.id}/revoke`, {})).statusCode).toBe(404)
  const reply = await here.submit(`/profile/devices/${laptop.id}/revoke`, {})
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/profile/devices?done=revoked'])
  expect(await listDevices()).toMatchObject([{ name: 'Safari on iPhone' }])
  const copy = new Browser(visitor)
  copy.cookies.set(cookies.device.name, phone.token)
  const everywhere = await here.submit('/profile/devices/revoke', {})
  expect([everywhere.statusCode, everywhere.headers.location]).toEqual([303, '/?done=signed-out-everywhere'])
  expect(everywhere.cookies).toContainEqual(expect.objectContaining({ name: cookies.draft.name, value: '' }))
  expect((await here.visit('/profile')).statusCode).toBe(302)
  expect((await copy.visit('/profile')).statusCode).toBe(302)
  const events = await db
    .selectFrom('activity_events')
    .select(['type', 'payload'])
    .where('signup_id', '=', ana.id)
    .where('type', '=', 'device_revoked')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { type: 'device_revoked', payload: { device: laptop.id, reason: 'by the champion' } },
    { type: 'device_revoked', payload: { device: phone.id, reason: 'by the champion' } },
  ])
  expect(
    await db.selectFrom('champion_devices').select('revoked_at').where('signup_id', '=', ben.id).execute(),
  ).toEqual([{ revoked_at: null }])
})
