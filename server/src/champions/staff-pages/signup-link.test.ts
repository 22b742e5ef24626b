import { expect, test } from 'vitest'
import { statusOf } from '@alumni/shared/champions/record'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, ada, alumnus, addAttendance, listAuditActions, db, page, signUp } = await buildSignupStory()
const link = (id: number, buid: string, caller = stan) => caller.post(`/champion_signups/${id}/link`, { buid })
const unlink = (id: number, buid: string, caller = stan) => caller.post(`/champion_signups/${id}/unlink`, { buid })
const engagementsOf = (buid: string) =>
  db.selectFrom('engagements').select(['description', 'engagement_date']).where('buid', '=', buid).execute()

test('Stan links Majo to her record: her attendance becomes an engagement, and the timeline says who did it', async () => {
  const [signup, buid] = [await signUp(), await alumnus()]
  await addAttendance(signup.id)
  const reply = await link(signup.id, buid)
  expect(reply.statusCode).toBe(200)
  expect(await page(signup.id)).toMatchObject({
    signup: { status: 'linked' },
    alumnus: { buid, name: 'María José García Márquez' },
    timeline: { events: [{ type: 'signup_linked', by: 'Stan Okafor', about: `María José García Márquez (${buid})` }] },
  })
  expect(await engagementsOf(buid)).toEqual([{ description: 'Homecoming', engagement_date: '2026-10-03' }])
  expect(await listAuditActions(signup.id)).toEqual(['champion-signup.linked'])
})

test('unlinking restores the earlier state, and removes her engagements', async () => {
  const [signup, buid] = [await signUp(), await alumnus()]
  await addAttendance(signup.id)
  await link(signup.id, buid)
  expect((await unlink(signup.id, buid)).statusCode).toBe(200)
  expect(await page(signup.id)).toMatchObject({ signup: { status: 'completed' }, alumnus: null })
  expect(await engagementsOf(buid)).toEqual([])
  const again = await unlink(signup.id, buid)
  expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([
    409,
    'Stan Okafor has just unlinked this signup.',
  ])
  expect(await listAuditActions(signup.id)).toEqual(['champion-signup.linked', 'champion-signup.unlinked'])
})

test('a signup without a place can be linked, and has the status linked once it has a place', async () => {
  const [signup, buid] = [await signUp({ status: 'started', zip_code: null, city: null }), await alumnus()]
  await link(signup.id, buid)
  const { signup: linked, alumnus: person } = await page(signup.id)
  expect([linked.status, person?.buid]).toEqual(['started', buid])
  expect(statusOf({ ...linked, buid, zip_code: '02118' })).toBe('linked')
})

test('an alumnus has one signup, and a second one is refused with a link to compare them', async () => {
  const [first, second, buid] = [await signUp({ first_name: 'Majo' }), await signUp(), await alumnus()]
  await link(first.id, buid)
  const reply = await link(second.id, buid)
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    error: `María José García Márquez already has another signup, Majo García Márquez (${first.email}). Compare the two, and merge them if they belong to one person.`,
    links: {
      self: `/champion_signups/${first.id}`,
      merge: `/champion_signups/duplicates?ids=${second.id},${first.id}`,
    },
  })
  expect((await page(second.id)).alumnus).toBeNull()
})

test('one of two people who link a signup at once succeeds, and the other reads who was first', async () => {
  const [signup, firstBuid, secondBuid] = [await signUp(), await alumnus(), await alumnus({ first_name: 'Majo' })]
  const replies = await Promise.all([link(signup.id, firstBuid), link(signup.id, secondBuid, ada)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const { error } = replies.find(({ statusCode }) => statusCode === 409)!.json<{ error: string }>()
  expect(error).toMatch(
    /^(Stan Okafor|Ada Lindqvist) linked this signup to (María José|Majo) García Márquez \(B\d{8}\) in the meantime\.$/,
  )
})

test('one of two signups that are linked to one alumnus at once is linked', async () => {
  const [first, second, buid] = [await signUp(), await signUp(), await alumnus()]
  const replies = await Promise.all([link(first.id, buid), link(second.id, buid, ada)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const linked = await db.selectFrom('champion_signups').select('id').where('buid', '=', buid).execute()
  expect(linked).toHaveLength(1)
})

test('one of two simultaneous unlinks takes effect, and an unlink of an outdated link is refused', async () => {
  const [signup, buid, other] = [await signUp(), await alumnus(), await alumnus()]
  await link(signup.id, buid)
  const replies = await Promise.all([unlink(signup.id, buid), unlink(signup.id, buid, ada)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await link(signup.id, other)
  expect((await unlink(signup.id, buid)).statusCode).toBe(409)
  expect((await page(signup.id)).alumnus?.buid).toBe(other)
})

test('an unknown person or a deleted signup cannot be linked', async () => {
  const signup = await signUp()
  expect((await link(signup.id, 'B99999999')).statusCode).toBe(404)
  expect((await link(signup.id, 'nobody')).json()).toMatchObject({ fields: { buid: 'Choose an alumnus.' } })
  await ada.request({ method: 'DELETE', url: `/champion_signups/${signup.id}` })
  const reply = await link(signup.id, await alumnus())
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([
    409,
    'Ada Lindqvist has just deleted this signup.',
  ])
})
