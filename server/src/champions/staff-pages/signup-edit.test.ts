import { expect, test } from 'vitest'
import { answersOfGroup } from '@alumni/shared/champions/answers'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { rememberDevice } from '../sign-in/devices.ts'
import { eraseDeletedSignups } from '../profile/erase-signups.ts'
import { buildSignupStory, pick } from './testing/signup-story.ts'

const story = await buildSignupStory()
const { stan, ada, alumnus, asChampion, listAuditActions, config, db, page, seenOf, sendLetters, signUp } = story
const patch = (id: number, body: object, caller = stan) =>
  caller.request({ method: 'PATCH', url: `/champion_signups/${id}`, payload: body })
const [contact, location, interests] = [
  answersOfGroup('contact'),
  answersOfGroup('location'),
  answersOfGroup('interests'),
]

test('Stan corrects a name and a phone number: the timeline shows before and after, and the CRM gets no change', async () => {
  const buid = await alumnus()
  const signup = await signUp({ phone: '617 555 0100', buid, status: 'linked' })
  const answers = await seenOf(signup.id)
  const reply = await patch(signup.id, {
    contact: { ...pick(answers, contact), first_name: 'Majo', phone: '617 555 0123' },
    seen: answers,
  })
  expect(reply.statusCode).toBe(200)
  const { signup: saved, timeline } = reply.json<SignupPage>()
  expect(saved).toMatchObject({ first_name: 'Majo', phone: '617 555 0123', last_name: 'García Márquez' })
  expect(timeline.events[0]).toMatchObject({
    type: 'profile_updated',
    by: 'Stan Okafor',
    before: { first_name: 'María José', phone: '617 555 0100' },
    after: { first_name: 'Majo', phone: '617 555 0123' },
  })
  const [{ payload }] = (await db
    .selectFrom('activity_events')
    .select('payload')
    .where('signup_id', '=', signup.id)
    .execute()) as [{ payload: Record<string, unknown> }]
  expect(payload).toEqual({ fields: ['first_name', 'phone'], staff: stan.user!.id, audit: expect.any(Number) })
  expect(await listAuditActions(signup.id)).toEqual(['champion-signup.edited'])
  expect(await db.selectFrom('crm_data_changes').selectAll().where('buid', '=', buid).execute()).toEqual([])
})

test('a place completes a signup, and is checked with the portal’s messages', async () => {
  const signup = await signUp({ status: 'started', zip_code: null, city: null })
  const answers = await seenOf(signup.id)
  const place = { ...pick(answers, location), country: 'US', zip_code: '2118' }
  const refused = await patch(signup.id, { location: place, seen: answers })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { fields: { 'location/zip_code': expect.stringContaining('five digits') } },
  ])
  await patch(signup.id, { location: { ...place, zip_code: '02118' }, seen: answers })
  expect((await page(signup.id)).signup).toMatchObject({ status: 'completed', zip_code: '02118', country: null })
  const now = await seenOf(signup.id)
  await patch(signup.id, { location: { ...pick(now, location), country: 'IE', city: 'Dublin' }, seen: now })
  expect((await page(signup.id)).signup).toMatchObject({ country: 'IE', zip_code: null, city: 'Dublin' })
})

test('values that are in no list are ignored', async () => {
  const signup = await signUp()
  const answers = await seenOf(signup.id)
  const wishes = {
    ...pick(answers, interests),
    help_roles: ['mentor', 'juggle'],
    affinity_codes: ['NONE'],
    degree_year: '2009',
  }
  expect((await patch(signup.id, { interests: wishes, seen: answers })).statusCode).toBe(200)
  expect((await page(signup.id)).signup).toMatchObject({
    help_roles: ['mentor'],
    affinity_codes: [],
    degree_year: 2009,
  })
})

test('the second of two people who edit the same answer sees the other value and may then save, and other answers do not conflict', async () => {
  const signup = await signUp()
  const answers = await seenOf(signup.id)
  const withFirstName = (first_name: string) => ({ contact: { ...pick(answers, contact), first_name }, seen: answers })
  const replies = await Promise.all([
    patch(signup.id, withFirstName('Majo')),
    patch(signup.id, withFirstName('Mary'), ada),
  ])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const refusal = replies.find(({ statusCode }) => statusCode === 409)!.json<{ current: { first_name: string } }>()
  const { first_name } = (await page(signup.id)).signup
  expect(refusal).toEqual({
    error: 'Someone else has just changed the same answers. Your changes are not saved yet.',
    fields: { first_name: 'First name has just been changed.' },
    current: { first_name },
  })
  const year = { interests: { ...pick(answers, interests), degree_year: '1998' }, seen: answers }
  expect((await patch(signup.id, year)).statusCode).toBe(200)
  const again = { ...withFirstName('Maria'), seen: { ...answers, ...refusal.current } }
  expect((await patch(signup.id, again)).statusCode).toBe(200)
  expect((await page(signup.id)).signup.first_name).toBe('Maria')
})

test('a place is one answer, so moving abroad conflicts with a correction of the street', async () => {
  const signup = await signUp()
  const answers = await seenOf(signup.id)
  await patch(signup.id, { location: { ...pick(answers, location), street: '12 Elm Street' }, seen: answers })
  const abroad = { ...pick(answers, location), country: 'IE', city: 'Dublin' }
  const reply = await patch(signup.id, { location: abroad, seen: answers }, ada)
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { current: { street: '12 Elm Street' } }])
})

test('a new e-mail address requires a recent proof of identity, and other answers do not', async () => {
  const signup = await signUp({ email: 'held@example.com' })
  const answers = await seenOf(signup.id)
  await db.entities.execute("update staff_sessions set proven_at = now() - interval '1 day'")
  const edits = { contact: { ...pick(answers, contact), first_name: 'Majo' }, signin: { email: answers.email } }
  const reply = await patch(signup.id, { ...edits, signin: { email: 'taken-over@example.com' }, seen: answers })
  expect([reply.statusCode, reply.json()]).toMatchObject([403, { prove: true, methods: ['password'] }])
  expect((await page(signup.id)).signup.email).toBe('held@example.com')
  expect((await patch(signup.id, { ...edits, seen: answers })).statusCode).toBe(200)
  await db.entities.execute('update staff_sessions set proven_at = now()')
})

test('a new e-mail address signs Majo out everywhere, and both addresses are notified', async () => {
  const signup = await signUp({ email: 'wrong@example.com' })
  await rememberDevice(db, config, { signup, name: 'Safari on iPhone' })
  const browser = await asChampion(signup)
  const answers = await seenOf(signup.id)
  await sendLetters()
  const reply = await patch(signup.id, { signin: { email: 'Right@example.com' }, seen: answers })
  expect(reply.json<SignupPage>()).toMatchObject({ signup: { email: 'Right@example.com' }, devices: [], sessions: 0 })
  expect((await browser.visit('/profile')).statusCode).toBe(302)
  expect((await sendLetters()).map(({ to, subject }) => [to, subject])).toEqual([
    ['wrong@example.com', 'Your e-mail address for Bayside alumni champions was changed'],
    ['Right@example.com', 'Your e-mail address for Bayside alumni champions was changed'],
  ])
  const types = (await page(signup.id)).timeline.events.map(({ type, by }) => [type, by])
  expect(types).toEqual([
    ['email_changed', 'Stan Okafor'],
    ['device_revoked', 'Stan Okafor'],
    ['profile_updated', 'Stan Okafor'],
    ['device_remembered', null],
  ])
})

test('the address of another signup is refused with a link to compare the two, also at the same moment', async () => {
  const [ana, ben] = [await signUp({ first_name: 'Ana' }), await signUp({ first_name: 'Ben' })]
  const answers = await seenOf(ben.id)
  const reply = await patch(ben.id, { signin: { email: ana.email.toUpperCase() }, seen: answers })
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      error: 'Another signup has this address: Ana García Márquez. If both belong to one person, merge them.',
      fields: { email: 'Another signup has this address: Ana García Márquez.' },
      links: { self: `/champion_signups/${ana.id}`, merge: `/champion_signups/duplicates?ids=${ben.id},${ana.id}` },
    },
  ])
  const third = await signUp({ first_name: 'Cleo' })
  const both = await Promise.all([
    patch(ben.id, { signin: { email: 'free@example.com' }, seen: answers }),
    patch(third.id, { signin: { email: 'free@example.com' }, seen: await seenOf(third.id) }, ada),
  ])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
    fields: { email: expect.stringMatching(/^Another signup has this address: (Ben|Cleo) García Márquez\.$/) },
  })
})

test('values before and after are erased with the signup', async () => {
  const signup = await signUp()
  const answers = await seenOf(signup.id)
  await patch(signup.id, { contact: { ...pick(answers, contact), first_name: 'Zenobia' }, seen: answers })
  await stan.request({ method: 'DELETE', url: `/champion_signups/${signup.id}` })
  await db.updateTable('champion_signups').set({ deleted_at: '2026-01-01' }).where('id', '=', signup.id).execute()
  await eraseDeletedSignups(db)
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'detail'])
    .where('subject', '=', `champion-signups/${signup.id}`)
    .orderBy('id')
    .execute()
  expect(entries[0]).toEqual({ action: 'champion-signup.edited', detail: { fields: ['first_name'] } })
  expect((await page(signup.id)).signup).toMatchObject({ condition: 'erased', name: '', email: '' })
})
