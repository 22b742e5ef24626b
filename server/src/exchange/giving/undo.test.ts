import { beforeEach, expect, test, vi } from 'vitest'
import { givingUrl, type GivingPreview, type UndoGivingReply } from '@alumni/shared/exchange/giving'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { rounds, seed } from '../../../testing/soak.ts'
import { sweepGivingPreviews } from './previews.ts'
import { buildGivingStory, givingFile, jose, minh, peggy, siobhan } from './testing/giving-story.ts'

const { ada, as, commit, db, gifts, resetGifts, page, preview, query } = await buildGivingStory()
const stan = await as('staff')
const lastYear = { coverage_start: '2023-07-01', coverage_end: '2024-06-30' }
const bothYears = { coverage_start: '2023-07-01', coverage_end: '2024-11-19' }
const undo = (preview_id: number, caller = ada) => caller.post(`${givingUrl}/undo`, { preview_id })
const engagements = () => query('select * from engagements order by id')

beforeEach(async () => {
  vi.setSystemTime(Date.parse('2024-11-20T12:00:00Z'))
  await resetGifts('B00000004 2024-04-03', 'B00000001 2024-01-10', 'B00000004 2022-12-24', 'B00000004 2024-09-01')
})

async function imported(gifts: string[], window = lastYear): Promise<GivingPreview> {
  const { id } = await preview(givingFile(...gifts), window)
  const reply = await commit(id, { confirm_gap: true, confirm_loss: true })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return reply.json()
}

test('Ada undoes her import: its gifts are removed, and the replaced ones are restored with their ids and exact times', async () => {
  await query("update engagements set description = 'At the gala' where engagement_date = '2024-04-03'")
  const before = await engagements()
  const finished = await imported([`${peggy} 2024-04-03`, `${siobhan} 2023-07-01`, `${minh} 2024-06-30`])
  expect(finished).toMatchObject({
    undo: { until: finished.expires_at, refusal: null },
    undone_by: null,
    undone_at: null,
  })
  expect(await gifts()).toHaveLength(5)
  const reply = await undo(finished.id)
  expect([reply.statusCode, reply.json<UndoGivingReply>()]).toMatchObject([
    200,
    { removed: 3, restored: 2, left_out: 0, preview: { undo: null, undone_by: ada.user!.name } },
  ])
  expect(await engagements()).toEqual(before)
  expect((await page()).imports).toMatchObject([{ id: finished.id, undone_by: ada.user!.name }])
  expect(await query('select undone_by_id from engagement_batches')).toEqual([{ undone_by_id: ada.user!.id }])
  expect(await query('select * from giving_before_images')).toEqual([])
  expect(await query("select detail from audit_entries where action = 'giving.undone'")).toEqual([
    { detail: { inserted: 3, removed: 3, deleted: 2, restored: 2 } },
  ])
})

test('only an import can be undone, once, by an administrator', async () => {
  const waiting = await preview(givingFile(`${peggy} 2024-01-01`), lastYear)
  expect([(await undo(waiting.id)).statusCode, (await undo(waiting.id)).json().error]).toEqual([
    409,
    'Nothing was imported yet.',
  ])
  const { id } = await imported([`${peggy} 2024-01-01`])
  expect((await undo(id, stan)).statusCode).toBe(403)
  expect((await undo(id)).statusCode).toBe(200)
  const now = await engagements()
  const again = await undo(id)
  expect([again.statusCode, again.json().error]).toEqual([409, `${ada.user!.name} has already undone this.`])
  expect(await engagements()).toEqual(now)
})

test('a gift recorded by a system since stays, and a gift of a person removed since is not restored', async () => {
  await query("insert into alumni (buid, first_name, last_name) values ('B00000099', 'Zoë', 'Gone')")
  await query(
    "insert into engagements (buid, engagement_date, activity_code) values ('B00000099', '2024-02-02', 'gift')",
  )
  const { id } = await imported([`${peggy} 2024-04-03`])
  await query(
    "insert into engagements (buid, engagement_date, activity_code) values ('B00000005', '2024-03-03', 'gift')",
  )
  await query("delete from alumni where buid = 'B00000099'")
  expect((await undo(id)).json()).toMatchObject({ removed: 1, restored: 2, left_out: 1 })
  expect(await gifts()).toEqual([
    'B00000001 2024-01-10',
    'B00000004 2022-12-24',
    'B00000004 2024-04-03',
    'B00000004 2024-09-01',
    'B00000005 2024-03-03',
  ])
})

test('a gift of a list that was undone since is not restored', async () => {
  await query(
    `insert into engagement_batches (staff_user_id, batch_id, payload_digest, received, inserted, failed, answer) values (?, 'phonathon', 'x', 1, 1, 0, '{}')`,
    [ada.user!.id],
  )
  await query(
    "update engagements set engagement_batch_id = (select max(id) from engagement_batches) where engagement_date = '2024-01-10'",
  )
  const { id } = await imported([`${peggy} 2024-04-03`])
  await query("update engagement_batches set undone_at = now(), undone_by_id = ? where batch_id = 'phonathon'", [
    ada.user!.id,
  ])
  expect((await undo(id)).json()).toMatchObject({ removed: 1, restored: 1, left_out: 1 })
  expect(await gifts()).toEqual(['B00000004 2022-12-24', 'B00000004 2024-04-03', 'B00000004 2024-09-01'])
})

test('an earlier import cannot be undone before a later one of the same days, and undoing both restores everything', async () => {
  const before = await engagements()
  const first = await imported([`${peggy} 2024-04-03`, `${jose} 2024-08-08`], bothYears)
  const between = await engagements()
  const second = await imported([`${siobhan} 2024-05-05`])
  const refused = await undo(first.id)
  const message = `${ada.user!.name} has since imported giving for the same days. To undo this import, first undo giving import ${second.id}.`
  expect([refused.statusCode, refused.json().error]).toEqual([409, message])
  expect((await page(`?preview_id=${first.id}`)).preview!.undo).toEqual({ until: null, refusal: message })
  expect((await undo(second.id)).statusCode).toBe(200)
  expect(await engagements()).toEqual(between)
  expect((await undo(first.id)).statusCode).toBe(200)
  expect(await engagements()).toEqual(before)
})

test('a later import of other years does not prevent an undo', async () => {
  const earlier = await imported([`${peggy} 2024-01-01`])
  await imported([`${peggy} 2024-10-10`], { coverage_start: '2024-07-01', coverage_end: '2024-11-19' })
  expect((await undo(earlier.id)).statusCode).toBe(200)
  expect(await gifts()).toContain('B00000004 2024-10-10')
})

test('an import older than a month, or of an earlier release, cannot be undone, and the reason is shown', async () => {
  const { id } = await imported([`${peggy} 2024-01-01`])
  await query('update giving_imports set has_before_images = false')
  expect((await undo(id)).json().error).toMatch(/^This import cannot be undone: it ran before v0\.10\.0/)
  await query("update giving_imports set has_before_images = true, expires_at = now() - interval '1 second'")
  const late = await undo(id)
  expect([late.statusCode, late.json().error]).toEqual([409, expect.stringContaining('no longer')])
  await sweepGivingPreviews(db)
  expect(await query('select * from giving_before_images')).toEqual([])
})

test('undoing any imports in reverse order restores each earlier state', async () => {
  const random = seededRandom(seed)
  const day = () => new Date(Date.UTC(2022, 7, 1 + random(840))).toISOString().slice(0, 10)
  const windows = [lastYear, bothYears, { coverage_start: '2022-07-01', coverage_end: '2024-11-19' }]
  for (let round = 0; round < rounds(3, 60); round++) {
    await resetGifts(...Array.from({ length: random(20) }, () => `B0000000${[1, 3, 4, 5][random(4)]} ${day()}`))
    const steps: { id: number; before: unknown }[] = []
    for (let step = 0; step < 1 + random(4); step++) {
      const file = Array.from({ length: 1 + random(12) }, () => `${[jose, siobhan, peggy, minh][random(4)]} ${day()}`)
      const before = await engagements()
      steps.push({ id: (await imported(file, windows[random(3)])).id, before })
    }
    for (const { id, before } of steps.toReversed()) {
      expect([round, (await undo(id)).statusCode]).toEqual([round, 200])
      expect(await engagements()).toEqual(before)
    }
  }
})
