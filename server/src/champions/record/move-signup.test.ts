import { describe, expect, test } from 'vitest'
import { signupMoves, signupStatuses, statusOf, type SignupMove } from '@alumni/shared/champions/record'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { moveSignup, updateStatus } from './move-signup.ts'

const { db } = await buildTestApp()
await db.insertInto('alumni').values({ buid: 'B00000004', first_name: 'Margaret', last_name: "O'Neil" }).execute()

const nowhere = { zip_code: null, city: null, country: null }
let count = 0
const signup = (values: SignupValues) => createSignup(db, { email: `moved-${count++}@example.org`, ...values })
const read = (id: number) =>
  db.selectFrom('champion_signups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = async (id: number) =>
  (await db.selectFrom('activity_events').select(['type', 'ip_hash']).where('signup_id', '=', id).execute()).map(
    ({ type, ip_hash }) => [type, ip_hash],
  )

describe.each(Object.keys(signupMoves) as SignupMove[])('the move "%s"', (move) => {
  const { from, to } = signupMoves[move]
  test.each(signupStatuses)('from %s', async (status) => {
    const { id } = await signup({ status })
    expect(await moveSignup(db, id, move)).toBe(status === from)
    expect((await read(id)).status).toBe(status === from ? to : status)
  })

  test('does nothing for a deleted or unknown signup', async () => {
    const { id } = await signup({ status: from, deleted_at: new Date() })
    expect(await moveSignup(db, id, move)).toBe(false)
    expect((await read(id)).status).toBe(from)
    expect(await moveSignup(db, 0, move)).toBe(false)
  })

  test('happens once, even if several requests attempt it at once', async () => {
    const { id } = await signup({ status: from })
    const moved = await Promise.all(Array.from({ length: 20 }, () => moveSignup(db, id, move)))
    expect(moved.filter(Boolean)).toHaveLength(1)
  })
})

test('only a completion writes an event and its time', async () => {
  const { id } = await signup({ status: 'started' })
  for (const move of ['complete', 'complete', 'link', 'unlink'] as const) await moveSignup(db, id, move, 'somewhere')
  expect(await eventsOf(id)).toEqual([['signup_completed', 'somewhere']])
  expect((await read(id)).completed_at).not.toBeNull()
})

test.each([
  [{ zip_code: '02118', city: null, country: null, buid: null }, 'completed'],
  [{ zip_code: null, city: 'Dublin', country: 'IE', buid: null }, 'completed'],
  [{ zip_code: null, city: 'Boston', country: null, buid: null }, 'started'],
  [{ zip_code: null, city: null, country: 'IE', buid: null }, 'started'],
  [{ zip_code: '', city: '', country: '', buid: null }, 'started'],
  [{ zip_code: '02118', city: null, country: null, buid: 'B00000004' }, 'linked'],
  [{ ...nowhere, buid: 'B00000004' }, 'started'],
] as const)('%j is %s according to its data', (data, status) => expect(statusOf(data)).toBe(status))

test.each([
  ['started', { city: 'Boston', country: null, zip_code: null }, 'started'],
  ['started', { zip_code: '02118' }, 'completed'],
  ['started', { zip_code: '02118', buid: 'B00000004' }, 'linked'],
  ['completed', { buid: 'B00000004' }, 'linked'],
  ['linked', { buid: null }, 'completed'],
  ['linked', { buid: 'B00000004' }, 'linked'],
] as const)('a signup that is %s and has %j becomes %s', async (status, values, settled) => {
  const { id } = await signup({ status, ...values })
  await updateStatus(db, await read(id))
  expect((await read(id)).status).toBe(settled)
})
