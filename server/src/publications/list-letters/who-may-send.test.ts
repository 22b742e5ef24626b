import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterOf, markTested } from '../../../testing/list-letters.ts'
import { onlyInSoak } from '../../../testing/soak.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import { advanceLetters } from './advance.ts'
import { buildLettersStory } from '../testing/letters-story.ts'

const story = await buildLettersStory({ LIST_LETTERS_SECOND_PERSON_ABOVE: '2', LIST_LETTERS_STAFF_MAX: '3' })
const { createAlumni, as, database, db, createDraft, mailServer, pressSend, stan } = story

test('a letter to more than a certain number must be sent by someone other than its author, whatever their names are', async () => {
  const ada = await as('admin')
  await sql`update staff_users set name = 'Alex Kim'`.execute(db)
  const { buids } = await createAlumni(3)
  const letter = await createDraft({ list: { from: 'people', buids } })
  const refused = await pressSend(letter, 3)
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    'Letters to more than 2 people are sent by a second person. Ask a colleague to read and send it.',
  ])
  const send = { version: letter.version, written_to: 3 }
  const sent = (await ada.post(`/letters/${letter.id}/send`, send)).json<ListLetterRecord>()
  expect(sent).toMatchObject({ state: 'leaving', sender: 'Alex Kim', updated_by: 'Alex Kim' })
  // Sending a letter and taking it back does not change its author.
  await ada.post(`/letters/${letter.id}/moves`, { move: 'take_back' })
  const back = (await stan.get(`/letters/${letter.id}`)).json<ListLetterRecord>()
  expect((await pressSend(back, 3)).statusCode).toBe(409)
  const again = await ada.post(`/letters/${letter.id}/send`, { version: back.version, written_to: 3 })
  expect(again.json()).toMatchObject({ state: 'leaving' })
  expect(await pressSend(await createDraft({ list: { from: 'people', buids: buids.slice(1) } }), 2)).toMatchObject({
    statusCode: 200,
  })
})

test('replies go to the author of a letter, whoever sends, stops and resumes it', async () => {
  const [ada, { buids, addresses }] = [await as('admin'), await createAlumni(3)]
  const { id, version } = await createDraft({ list: { from: 'people', buids } })
  await markTested(db)
  const sent = await ada.post(`/letters/${id}/send`, { version, written_to: 3 })
  expect(sent.statusCode).toBe(200)
  await story.skipMinutes()
  await advanceLetters({ db, config: story.config }, 0)
  for (const move of ['stop', 'resume']) await ada.post(`/letters/${id}/moves`, { move })
  await story.runJobs({ id })
  const letters = mailServer.messages.filter((raw) => addresses.some((address) => raw.includes(`To: ${address}`)))
  expect(letters).toHaveLength(3)
  for (const raw of letters) expect(raw).toMatch(new RegExp(`^Reply-To: .*<${stan.user!.email}>`, 'm'))
})

test('without the institution’s postal address nothing is sent to a list', async () => {
  const without = await buildTestApp()
  const grace = await without.as('staff')
  await without.db.insertInto('alumni').values({ buid: 'B00000001', primary_email: 'ann@example.org' }).execute()
  const reply = await grace.post('/letters', letterOf({ list: { from: 'people', buids: ['B00000001'] } }))
  const { id, version } = reply.json<ListLetterRecord>()
  await markTested(without.db)
  const sent = await grace.post(`/letters/${id}/send`, { version, written_to: 1 })
  expect([sent.statusCode, sent.json().error]).toEqual([
    409,
    'Letters to a list end with the postal address of the institution. Ask an administrator to set INSTITUTION_ADDRESS.',
  ])
})

const subject = { topic: 'news', event_id: null, opportunity_id: null, skips_answered: true }
const errorOf = async (list: object) => {
  const { id, version, list: saved } = await createDraft({ list })
  const replies = [
    await stan.post('/letters/reach', { ...subject, list }),
    await pressSend({ id, version } as ListLetterRecord, 1),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([422, 422])
  expect(replies[0]!.json().error).toBe(replies[1]!.json().error)
  expect((await stan.get(`/letters/${id}`)).json()).toMatchObject({ state: 'draft', list: saved, recipients: {} })
  return replies[0]!.json<{ error: string }>().error
}

test('an unreadable list is reported, and the draft is unchanged', async () => {
  expect(await errorOf({ from: 'search', query: 'year_from=none' })).toBe(
    'This search can no longer be read. Choose the people again.',
  )
  expect(await errorOf({ from: 'champions', query: 'status=none' })).toBe(
    'This list can no longer be read. Choose the people again.',
  )
})

test.each(onlyInSoak)('a list that is too long is reported, and the draft is unchanged', async () => {
  const { id } = await createDraft({ event_id: await story.createDinner('Oslo'), list: { from: 'people', buids: [] } })
  // Disables foreign keys and triggers, because the records of these people do not matter.
  await runOn(
    database.postgres,
    `set session_replication_role = replica;
     insert into list_letter_recipients (letter_id, alumnus_id, state, changed_at)
       select ${id}, n, 'sent', now() - interval '3 days' from generate_series(1, 200001) n`,
  )
  expect(await errorOf({ from: 'reminder', id })).toBe('A letter goes to at most 200,000 people. Narrow the list.')
})

test('a copy of an installation neither sends nor resumes letters to lists', async () => {
  const { buids } = await createAlumni(2)
  const list = { from: 'people', buids }
  const letter = await story.sendToPeople(buids)
  await db.updateTable('list_letters').set({ status: 'stopped' }).where('id', '=', letter.id).execute()
  await db
    .insertInto('restores')
    .values({ backup_id: 'of another', snapshot_at: sql<string>`now()`, is_copy: true })
    .execute()
  for (const reply of [await pressSend(await createDraft({ list }), 2), await story.moveLetter(letter, 'resume')])
    expect([reply.statusCode, reply.json().error]).toEqual([
      409,
      'This is a copy of another installation: it sends no letter.',
    ])
})
