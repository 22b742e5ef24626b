import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runOn } from '../../../testing/test-database.ts'
import { buildMergeStory, into } from './testing/merge-story.ts'

const story = await buildMergeStory()
const { db, database, read, merge, undo, createEvent, createCommunity, comes, rsvp } = story

const migration = new URL(
  '../../foundations/database/migrations/after/2026-11-25-merges-by-reference.sql',
  import.meta.url,
)
/** The tables whose rows a merge moved, with the columns of their keys. */
const moving = {
  event_rsvps: ['id'],
  community_members: ['community_id', 'signup_id'],
  champion_sessions: ['token_hash'],
  activity_events: ['id'],
}

/** Makes a merge what it was in v0.11.0: rows of the merged signup were moved, and a journal had each change. */
async function moveRows(id: number, survivor: number, source: number): Promise<void> {
  const run = (statement: string) => runOn(database.owner, statement)
  await run(`create table signup_merge_rows (merge_id bigint not null, position integer not null, table_name text not null,
    key jsonb not null, before jsonb, after jsonb, primary key (merge_id, position))`)
  let position = 0
  const journal = (columns: string, from: string) =>
    run(`insert into signup_merge_rows (merge_id, position, table_name, key, before, after)
      select ${id}, ${(position += 100)} + row_number() over (), ${columns} from ${from}`)
  const saved = `signup_merges m, jsonb_array_elements(m.saved`
  await journal(
    `'champion_signups', jsonb_build_object('id', s -> 'before' -> 'id'), s -> 'before', s -> 'after'`,
    `${saved} -> 'signups') s where m.id = ${id}`,
  )
  await journal(
    `d ->> 'table', jsonb_build_object('id', d -> 'row' -> 'id'), d -> 'row', null`,
    `${saved} -> 'doubles') d where m.id = ${id}`,
  )
  for (const [table, key] of Object.entries(moving)) {
    const pairs = key.map((column) => `'${column}', ${column === 'signup_id' ? survivor : column}`)
    await journal(
      `'${table}', jsonb_build_object(${pairs.join()}), '{"signup_id": ${source}}', '{"signup_id": ${survivor}}'`,
      `${table} where signup_id = ${source}`,
    )
    await run(`update ${table} set signup_id = ${survivor} where signup_id = ${source}`)
  }
  await run(`update signup_merges set saved = null where id = ${id}`)
}

test('rows that an earlier merge has moved go back to their signup, and the merge can be undone', async () => {
  const [both, hers] = [await createEvent(), await createEvent()]
  const community = await createCommunity()
  const [one, other] = [await comes('Peggy', { phone: null }), await comes('Margaret', { phone: '617 555 0101' })]
  const [survivor, source] = [one.signup.id, other.signup.id]
  await rsvp(other.browser, both)
  await rsvp(one.browser, both, 1)
  await rsvp(other.browser, hers, 2)
  await db.insertInto('community_members').values({ community_id: community.id, signup_id: source }).execute()
  const rows = async () => ({
    signups: [await read(survivor), await read(source)],
    rsvps: await db.selectFrom('event_rsvps').selectAll().orderBy('id').execute(),
    members: await db.selectFrom('community_members').selectAll().execute(),
    sessions: await db
      .selectFrom('champion_sessions')
      .select(['token_hash', 'signup_id'])
      .orderBy('token_hash')
      .execute(),
    events: await db
      .selectFrom('activity_events')
      .selectAll()
      .where('type', 'not in', ['signup_merged', 'signup_merge_undone'])
      .orderBy('id')
      .execute(),
  })
  const before = await rows()
  const { merge: made } = await merge(into(one.signup, other.signup))
  const merged = await rows()
  await moveRows(made.id, survivor, source)
  expect((await rows()).rsvps.map(({ signup_id }) => signup_id)).not.toContain(source)
  await runOn(database.owner, await readFile(migration, 'utf8'))
  expect(await rows()).toEqual(merged)
  expect(await undo(made.id)).toMatchObject({ status: 200, undo: { refusals: [], kept: [] } })
  expect(await rows()).toEqual(before)
})
