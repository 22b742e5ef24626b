import { beforeEach, expect, test } from 'vitest'
import { givingUrl, type GivingPreview } from '@alumni/shared/exchange/giving'
import { openSession, sessionCookie } from '../../staff/accounts/sessions.ts'
import { StaffUser } from '../../staff/accounts/staff-user.ts'
import { internalHost } from '../../../testing/test-app.ts'
import { Caller } from '../../../testing/caller.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { commitGiving } from './commit.ts'
import { discardPreview, sweepGivingPreviews } from './previews.ts'
import { buildGivingStory, givingFile, jose, minh, peggy, siobhan } from './testing/giving-story.ts'

const story = await buildGivingStory()
const { app, ada, config, db, preview, commit, gifts, resetGifts, page, query } = story
const bea = await anotherAdmin()
const window = { coverage_start: '2023-07-01', coverage_end: '2024-06-30' }
const ofAda = givingFile(`${peggy} 2024-01-01`, `${jose} 2024-01-01`)
const ofBea = givingFile(`${peggy} 2024-02-02`, `${siobhan} 2024-02-02`, `${minh} 2024-02-02`)

const unconfirmed = { confirm_gap: false, confirm_loss: false }

beforeEach(() => resetGifts('B00000004 2024-04-03', 'B00000001 2024-04-03'))

async function anotherAdmin(): Promise<Caller> {
  const { entities } = db
  const user = entities.create(StaffUser, { email: 'bea@example.edu', name: 'Bea Torres', role: 'admin' })
  await entities.persist(user).flush()
  const token = await openSession(db, config, user)
  const headers = { host: internalHost, accept: 'application/json', 'sec-fetch-site': 'same-origin' }
  return new Caller(app, { ...headers, cookie: `${sessionCookie(config).name}=${token}` }, user)
}

test('one of two simultaneous commits wins, and Bea reads that Ada was first and sees the new figures', async () => {
  for (let turn = 0; turn < 5; turn++) {
    await resetGifts('B00000004 2024-04-03', 'B00000001 2024-04-03')
    const previews = [await preview(ofAda, window, ada), await preview(ofBea, window, bea)] as const
    const replies = await Promise.all([commit(previews[0].id, {}, ada), commit(previews[1].id, {}, bea)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const first = replies[0]!.statusCode === 200 ? 'Ada Lindqvist' : 'Bea Torres'
    const refused = replies
      .find(({ statusCode }) => statusCode === 409)!
      .json<{ error: string; preview: GivingPreview }>()
    expect(refused.error).toContain(`${first} has imported giving for fiscal year 2024`)
    expect(refused.preview.years[0]!.gifts_before).toBe(first === 'Bea Torres' ? 3 : 2)
    expect(await gifts()).toHaveLength(first === 'Bea Torres' ? 3 : 2)
  }
})

test('a second commit of the same file is refused with the news, and may be repeated', async () => {
  const [adasPreview, hers] = [await preview(ofAda, window, ada), await preview(ofAda, window, bea)]
  expect((await commit(adasPreview.id, {}, ada)).statusCode).toBe(200)
  expect((await commit(hers.id, {}, bea)).statusCode).toBe(409)
  expect((await commit(hers.id, {}, bea)).statusCode).toBe(200)
  expect(await gifts()).toEqual(['B00000001 2024-01-01', 'B00000004 2024-01-01'])
  expect((await page()).imports).toMatchObject([{ imported_by: 'Bea Torres' }, { imported_by: 'Ada Lindqvist' }])
})

test('pressing the button twenty times imports once, and each reply says so', async () => {
  const { id } = await preview(ofAda, window)
  const replies = await Promise.all(Array.from({ length: 20 }, () => commit(id)))
  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(await gifts()).toHaveLength(2)
  expect(await query('select count(*) as batches from engagement_batches')).toEqual([{ batches: 1 }])
})

test('a gift that another system sends during Ada’s commit is neither lost nor missed', async () => {
  const { id } = await preview(ofAda, window)
  const [reply] = await Promise.all([
    commit(id),
    query("insert into engagements (buid, engagement_date, activity_code) values ('B00000005', '2024-03-03', 'gift')"),
  ])
  const now = await gifts()
  if (reply.statusCode === 200)
    expect(now).toEqual(['B00000001 2024-01-01', 'B00000004 2024-01-01', 'B00000005 2024-03-03'])
  else expect([reply.statusCode, now.length]).toEqual([409, 3])
})

test('a commit that fails halfway changes nothing', async () => {
  const { id } = await preview(ofAda, window)
  const before = await gifts()
  await story.asOwner('alter table engagement_batches add constraint nothing_goes check (received < 0) not valid')
  expect((await commit(id)).statusCode).toBeGreaterThanOrEqual(400)
  expect(await gifts()).toEqual(before)
  expect((await page()).waiting).toMatchObject([{ id }])
  await story.asOwner('alter table engagement_batches drop constraint nothing_goes')
  expect((await commit(id)).statusCode).toBe(200)
})

test('a preview and its rows are deleted after a day, an import’s rows after a month, and its record stays', async () => {
  const givingPreview = await preview(ofAda, window)
  await commit(givingPreview.id)
  const waiting = await preview(givingFile(`${peggy} 2024-01-01`, `0035e00000Nobod 2024-01-01`), window)
  await sweepGivingPreviews(db)
  expect(await query('select count(*) as rows from giving_import_rows')).toEqual([{ rows: 2 }])
  await query("update giving_imports set expires_at = now() - interval '1 second'")
  expect((await ada.get(waiting.links.self)).statusCode).toBe(404)
  expect((await commit(waiting.id)).statusCode).toBe(404)
  expect((await ada.get(waiting.links.issues!)).statusCode).toBe(404)
  expect((await page(`?preview_id=${givingPreview.id}`)).preview).toMatchObject({ links: { issues: null }, inserts: 2 })
  await sweepGivingPreviews(db)
  expect(await query('select id from giving_imports')).toEqual([{ id: givingPreview.id }])
  expect(await query('select * from giving_import_rows')).toEqual([])
})

test('the issues without a preview id are those of one’s newest file', async () => {
  await preview(givingFile('x 2024-01-01'), window, ada)
  const newest = await preview(givingFile('y 2024-01-01', 'z 2024-01-01'), window, ada)
  const ofHers = await preview(ofBea, window, bea)
  expect((await commit(ofHers.id, {}, bea)).statusCode).toBe(200)
  const reply = await ada.get(`${givingUrl}/issues`)
  expect(reply.headers['content-disposition']).toContain(`giving-${newest.id}-issues.csv`)
  expect(reply.body.trimEnd().split('\r\n')).toHaveLength(3)
  await query('delete from giving_imports where uploaded_by_id = ?', [ada.user!.id])
  expect((await ada.get(`${givingUrl}/issues`)).statusCode).toBe(404)
})

test('an import of a preview that is being discarded imports nothing', async () => {
  const { id } = await preview(ofAda, window)
  await expect(
    runDuring(db, (db) => discardPreview(db, id, ada.user!), [
      () => commitGiving(db, { preview_id: id, ...unconfirmed }, ada.user!, config.FISCAL_YEAR_START),
    ]),
  ).rejects.toMatchObject({ status: 404 })
  expect(await gifts()).toEqual(['B00000001 2024-04-03', 'B00000004 2024-04-03'])
})

test('a preview cannot be discarded while it is being imported', async () => {
  const { id } = await preview(ofAda, window)
  await expect(
    runDuring(db, (db) => commitGiving(db, { preview_id: id, ...unconfirmed }, ada.user!, config.FISCAL_YEAR_START), [
      () => discardPreview(db, id, ada.user!),
    ]),
  ).rejects.toMatchObject({ status: 404 })
  expect((await page(`?preview_id=${id}`)).preview).toMatchObject({ id, inserts: 2 })
})

test('an import waits for the one before it, and sees its result', async () => {
  const [first, second] = [await preview(ofAda, window, ada), await preview(ofBea, window, bea)]
  await expect(
    runDuring(
      db,
      (db) => commitGiving(db, { preview_id: first.id, ...unconfirmed }, ada.user!, config.FISCAL_YEAR_START),
      [() => commitGiving(db, { preview_id: second.id, ...unconfirmed }, bea.user!, config.FISCAL_YEAR_START)],
    ),
  ).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Ada Lindqvist has imported giving') as string,
  })
})

test('gifts that arrive during an import stop it', async () => {
  const { id } = await preview(ofAda, window)
  await expect(
    runDuring(
      db,
      (db) =>
        db.updateTable('engagements').set({ engagement_date: '2020-01-01' }).where('buid', '=', 'B00000004').execute(),
      [() => commitGiving(db, { preview_id: id, ...unconfirmed }, ada.user!, config.FISCAL_YEAR_START)],
    ),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('at the same moment') as string })
  expect(await gifts()).toEqual(['B00000001 2024-04-03', 'B00000004 2020-01-01'])
})
