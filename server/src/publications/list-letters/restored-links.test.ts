import { optOutPage, type LetterReach, type ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { problemPage } from '@alumni/shared/portal'
import { eventPage } from '@alumni/shared/publications/content'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { letterOf, markTested } from '../../../testing/list-letters.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import { eraseDeletedSignups } from '../../champions/profile/erase-signups.ts'
import { createLinkToken } from '../../foundations/http/tokens.ts'
import { advanceLetters } from './advance.ts'

const { as, db, config, database, sendLetters, visitor } = await buildTestApp({
  env: { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' },
})
const stan = await as('staff')
const dinner = await db
  .insertInto('events')
  .values({
    slug: 'dinner',
    title: 'Dinner in Dublin',
    summary: 'Dinner',
    starts_at: '2099-01-01T18:00:00Z',
    ends_at: '2099-01-01T20:00:00Z',
    time_zone: 'America/New_York',
    published_at: '2026-01-01',
  })
  .returning('id')
  .executeTakeFirstOrThrow()

let people = 0
async function champion(first_name: string) {
  const signup = await createSignup(db, { email: `${first_name.toLowerCase()}${++people}@example.net`, first_name })
  const letter = letterOf({
    replies_to: 'office',
    event_id: dinner.id,
    list: { from: 'champions', query: `q=${signup.email}` },
  })
  return {
    signup,
    isOff: async () => 'opted_out' in (await stan.post('/letters/reach', letter)).json<LetterReach>().left_out,
    async gets() {
      const draft = (await stan.post('/letters', letter)).json<ListLetterRecord>()
      await markTested(db)
      await stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to: 1 })
      await sql`update list_letters set published_at = now() where id = ${draft.id}`.execute(db)
      await advanceLetters({ db, config })
      const [message] = await sendLetters()
      await advanceLetters({ db, config })
      const { id } = await db
        .selectFrom('list_letter_recipients')
        .select('id')
        .where('letter_id', '=', draft.id)
        .executeTakeFirstOrThrow()
      const button = new URL(/https?:\S+dinner\S*/.exec(message!.text)![0])
      return { recipient: id, link: new URL(message!.unsubscribe!).pathname, button: button.pathname + button.search }
    },
  }
}

/** Simulates a restore of an older backup: deletes the rows from `id` on and reuses their ids. */
async function loseRows(table: string, id: number): Promise<void> {
  await runOn(
    database.owner,
    `delete from ${table} where id >= ${id}; alter table ${table} alter column id restart with ${id}`,
  )
}
/** Builds the opt-out link of a v0.14.0 letter. */
const earlierLink = (recipient: number) =>
  `/letters/${recipient}/${createLinkToken(config, 'letters to lists', String(recipient))}`

test('the link of a letter lost in a restore says so, and does not affect the person who has its id now', async () => {
  const { recipient, link } = await (await champion('Rosa')).gets()
  await loseRows('list_letter_recipients', recipient)
  const ben = await champion('Ben')
  const bens = await ben.gets()
  expect(bens.recipient).toBe(recipient)
  for (const lost of [link, earlierLink(recipient)])
    for (const reply of [await visitor.visit(lost), await visitor.submit(lost, { topic: 'all' })]) {
      expect(reply.statusCode).toBe(404)
      expect(propsOf(reply, problemPage).message).toBe(
        `We could not find the e-mail that this link came with, so nothing has changed. To stop our e-mails, reply to that e-mail or write to ${config.institution.support_email}.`,
      )
    }
  expect(await ben.isOff()).toBe(false)
  await visitor.submit(bens.link, {})
  expect(await ben.isOff()).toBe(true)
})

test('the link of a v0.14.0 letter works for its person, but not if another one may have the id now', async () => {
  const [rosa, ben] = [await champion('Rosa'), await champion('Ben')]
  const [rosas, bens] = [await rosa.gets(), await ben.gets()]
  await db
    .updateTable('list_letter_recipients')
    .set({ opt_out_token: null, changed_at: sql<string>`now() - interval '2 days'` })
    .where('id', '=', rosas.recipient)
    .execute()
  await db.updateTable('list_letter_recipients').set({ opt_out_token: null }).where('id', '=', bens.recipient).execute()
  await db
    .insertInto('restores')
    .values({
      backup_id: 'a',
      snapshot_at: sql<string>`now() - interval '1 day'`,
      restored_at: sql<string>`now() - interval '1 day'`,
      is_copy: false,
    })
    .execute()
  expect((await visitor.submit(earlierLink(bens.recipient), {})).statusCode).toBe(404)
  expect((await visitor.submit(earlierLink(rosas.recipient).replace(/.{3}$/, 'xyz'), {})).statusCode).toBe(404)
  const page = propsOf(await visitor.submit(earlierLink(rosas.recipient), {}), optOutPage)
  expect([page.stopped, page.action]).toEqual([['events'], earlierLink(rosas.recipient)])
  expect([await rosa.isOff(), await ben.isOff()]).toEqual([true, false])
})

test('the link belongs to the champion who got the letter, whomever staff linked them to before', async () => {
  const rosa = await champion('Rosa')
  const alumnus = (buid: string) => db.insertInto('alumni').values({ buid, last_name: 'Diaz' }).execute()
  await Promise.all([alumnus('B00000001'), alumnus('B00000002')])
  await stan.post(`/champion_signups/${rosa.signup.id}/link`, { buid: 'B00000001' })
  const { link } = await rosa.gets()
  await db.updateTable('champion_signups').set({ buid: 'B00000002' }).where('id', '=', rosa.signup.id).execute()
  await visitor.submit(link, { topic: 'all' })
  const changed = await db.selectFrom('crm_data_changes').select('buid').execute()
  expect(changed).toEqual([{ buid: 'B00000002' }])
})

test('the link of a champion lost in a restore asks for an address, whoever has their id now', async () => {
  const rosa = await champion('Rosa')
  const { recipient, button } = await rosa.gets()
  await loseRows('list_letter_recipients', recipient)
  await loseRows('champion_signups', rosa.signup.id)
  const ben = await champion('Ben')
  expect(ben.signup.id).toBe(rosa.signup.id)
  const readAnsweringAs = async (path: string) => propsOf(await visitor.visit(path), eventPage).answering.as
  expect([await readAnsweringAs(button), await readAnsweringAs((await ben.gets()).button)]).toEqual([
    null,
    expect.any(String),
  ])
})

test('the link of a champion who was linked and erased since applies to the alumna', async () => {
  const [rosa, again] = [await champion('Rosa'), await champion('Rosa')]
  const { link, recipient } = await rosa.gets()
  await db
    .insertInto('list_letter_recipients')
    .columns(['letter_id', 'signup_id', 'state', 'reason'])
    .expression(
      sql`select letter_id, ${again.signup.id}::bigint, 'left_out', 'same_address' from list_letter_recipients where id = ${recipient}`,
    )
    .execute()
  const buid = 'B00000003'
  await db.insertInto('alumni').values({ buid, last_name: 'Diaz', primary_email: 'diaz@example.org' }).execute()
  await stan.post('/champion_signups/merges', {
    survivor_id: rosa.signup.id,
    source_ids: [again.signup.id],
    fields: {},
  })
  await stan.post(`/champion_signups/${rosa.signup.id}/link`, { buid })
  await db.updateTable('champion_signups').set({ deleted_at: '2026-01-01' }).where('id', '=', rosa.signup.id).execute()
  await eraseDeletedSignups(db)
  await visitor.submit(link, {})
  expect((await stan.get(`/alumni/${buid}`)).json()).toMatchObject({ opted_out: ['events'] })
})
