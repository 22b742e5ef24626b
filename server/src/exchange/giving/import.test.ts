import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { GivingPreview } from '@alumni/shared/exchange/giving'
import { addChecksum } from '@alumni/shared/exchange/crm-id'
import { buildGivingStory, outcomesOf, givingFile, jose, minh, peggy, siobhan } from './testing/giving-story.ts'

const { ada, as, upload, preview, commit, page, issues, gifts, resetGifts, query } = await buildGivingStory()
const finished = { coverage_start: '2023-07-01', coverage_end: '2024-06-30' }
const sinceLastYear = { coverage_start: '2023-07-01', coverage_end: '2024-11-19' }

beforeEach(async () => {
  vi.setSystemTime(Date.parse('2024-11-20T12:00:00Z'))
  await resetGifts('B00000004 2024-04-03', 'B00000001 2024-01-10', 'B00000004 2022-12-24', 'B00000004 2024-09-01')
})

describe('Ada imports the gifts of the last fiscal year', () => {
  const file = givingFile(`${peggy} 2024-04-03`, `${peggy} 2024-05-01`, `${siobhan} 2023-07-01`, `${jose} 2024-06-30`)

  test('the preview lists every year with gifts: one is replaced, and the others have the day to export from', async () => {
    const givingPreview = await preview(file, finished)
    expect(givingPreview).toMatchObject({
      ...finished,
      covered_to: '2024-06-30',
      deletes: 2,
      inserts: 4,
      committed_at: null,
    })
    expect(outcomesOf(givingPreview)).toEqual({ 2025: 'untouched', 2024: 'replaced', 2023: 'untouched' })
    expect(givingPreview.years).toMatchObject([
      { year: 2025, repull_from: '2024-07-01', reason: 'The window does not include this year.' },
      { gifts_before: 2, gifts_after: 4, givers_before: 2, givers_after: 3, new_gifts: 4, repull_from: null },
      { year: 2023, repull_from: '2022-07-01', gifts_before: 1, gifts_after: 1 },
    ])
    expect(await gifts()).toHaveLength(4)
  })

  test('the import replaces that year, leaves the others, and is in the log and the audit trail', async () => {
    const { id } = await preview(file, finished)
    const reply = await commit(id)
    expect([reply.statusCode, reply.json<GivingPreview>().committed_at]).toEqual([200, expect.stringMatching(/Z$/)])
    expect(await gifts()).toEqual([
      'B00000001 2024-06-30',
      'B00000003 2023-07-01',
      'B00000004 2022-12-24',
      'B00000004 2024-04-03',
      'B00000004 2024-05-01',
      'B00000004 2024-09-01',
    ])
    expect(await query('select * from engagement_batches')).toMatchObject([
      {
        batch_id: `giving-import-${id}`,
        api_key_id: null,
        received: 4,
        inserted: 4,
        failed: 0,
        deleted_count: 2,
        metadata: { ...finished, years: [2024], rows: { rows: 4, gift: 4 } },
      },
    ])
    expect(
      await query("select detail from audit_entries where action = 'giving.imported' order by id desc limit 1"),
    ).toEqual([{ detail: { ...finished, years: [2024], inserted: 4, deleted: 2 } }])
    expect(await page()).toMatchObject({
      waiting: [],
      imports: [{ id, years: [2024], inserted: 4, deleted: 2, unmatched: 0 }],
    })
  })

  test('a gift is an engagement with the code gift and no description', async () => {
    await commit((await preview(file, finished)).id)
    expect(
      await query("select distinct activity_code, description from engagements where engagement_date = '2024-05-01'"),
    ).toEqual([{ activity_code: 'gift', description: null }])
  })

  test('a commit sent twice imports once', async () => {
    const { id } = await preview(file, finished)
    const [first, again] = [await commit(id), await commit(id)]
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.json()).toEqual(first.json())
    expect(await query('select count(*) as batches from engagement_batches')).toEqual([{ batches: 1 }])
  })

  test('a form may send the period after the file, and a browser is led to the preview and the results', async () => {
    const boundary = 'b'
    const formPart = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="g.csv"' : ''}\r\n\r\n${value}\r\n`
    const payload = `${formPart('file', file)}${formPart('coverage_start', finished.coverage_start)}${formPart('coverage_end', finished.coverage_end)}--${boundary}--\r\n`
    const reply = await ada.request({
      method: 'POST',
      url: '/settings/engagement_activities/import_giving',
      payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'text/html' },
    })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, expect.stringMatching(/\?preview_id=\d+$/)])
    const id = reply.headers.location!.split('=')[1]!
    const outcome = await ada.submit('/settings/engagement_activities/import_giving/commit', { preview_id: id })
    expect([outcome.statusCode, outcome.headers.location]).toEqual([303, reply.headers.location])
    expect((await page(`?preview_id=${id}`)).preview).toMatchObject({ committed_at: expect.any(String), inserts: 4 })
  })
})

describe('the period is the one that Ada enters, not the one of the file', () => {
  test('a file with a missing, reversed or malformed period is refused beside the field, and nothing of it is stored', async () => {
    const file = givingFile(`${peggy} 2024-04-03`)
    for (const [window, field] of [
      [{}, 'coverage_start'],
      [{ coverage_start: '2023-07-01' }, 'coverage_end'],
      [{ coverage_start: '2023-02-30', coverage_end: '2024-06-30' }, 'coverage_start'],
      [{ coverage_start: '1023-07-01', coverage_end: '2024-06-30' }, 'coverage_start'],
      [{ coverage_start: '2024-07-01', coverage_end: '2024-06-30' }, 'coverage_end'],
    ] as const) {
      const reply = await upload(file, window)
      expect([reply.statusCode, reply.json().fields]).toEqual([
        422,
        expect.objectContaining({ [field]: expect.any(String) }),
      ])
    }
    expect(await query('select * from giving_imports')).toEqual([])
    expect(await query('select * from giving_import_rows')).toEqual([])
  })

  test('gifts outside of the period are not imported, although the year is replaced', async () => {
    const givingPreview = await preview(
      givingFile(`${peggy} 2024-05-01`, `${jose} 2024-08-01`, `${jose} 2021-08-01`),
      finished,
    )
    expect(givingPreview.rows).toMatchObject({ rows: 3, gift: 1, outside: 2 })
    expect(outcomesOf(givingPreview)).toEqual({
      2025: 'untouched',
      2024: 'replaced',
      2023: 'untouched',
      2022: 'untouched',
    })
    expect(await issues(givingPreview)).toEqual([
      'row,CRM Contact ID,Gift Date,reason',
      `3,${jose},2024-08-01,Outside the coverage window`,
      `4,${jose},2021-08-01,Outside the coverage window`,
    ])
  })

  test('a period that covers no whole year replaces nothing', async () => {
    const givingPreview = await preview(givingFile(`${peggy} 2024-04-03`), { ...finished, coverage_end: '2024-06-29' })
    expect(outcomesOf(givingPreview)).toEqual({ 2025: 'untouched', 2024: 'untouched', 2023: 'untouched' })
    expect(givingPreview.rows).toMatchObject({ gift: 0, untouched: 1 })
    const reply = await commit(givingPreview.id)
    expect([reply.statusCode, reply.json().error]).toEqual([
      422,
      expect.stringContaining('does not cover any full fiscal year'),
    ])
    expect(await gifts()).toHaveLength(4)
  })
})

describe('the current year', () => {
  const file = givingFile(`${peggy} 2024-04-03`, `${jose} 2024-01-11`, `${jose} 2024-09-02`, `${peggy} 2024-09-03`)

  test('is replaced up to the end of the period, and later gifts stay', async () => {
    await resetGifts('B00000004 2024-04-03', 'B00000001 2024-01-11', 'B00000004 2024-09-01', 'B00000003 2024-11-20')
    const givingPreview = await preview(file, sinceLastYear)
    expect(givingPreview.years[0]).toMatchObject({
      year: 2025,
      is_replaced: true,
      gap_days: 1,
      givers_before: 2,
      givers_after: 3,
    })
    expect((await commit(givingPreview.id)).statusCode).toBe(200)
    expect(await gifts()).toEqual([
      'B00000001 2024-01-11',
      'B00000001 2024-09-02',
      'B00000003 2024-11-20',
      'B00000004 2024-04-03',
      'B00000004 2024-09-03',
    ])
  })

  test('needs a confirmation for a gap of more than 14 days', async () => {
    const givingPreview = await preview(file, { ...sinceLastYear, coverage_end: '2024-11-05' })
    expect([givingPreview.confirm_gap, outcomesOf(givingPreview)[2025]]).toEqual([15, 'replaced'])
    const reply = await commit(givingPreview.id)
    expect([reply.statusCode, reply.json().fields]).toEqual([
      422,
      { confirm_gap: expect.stringContaining('15 days ago') },
    ])
    expect(await gifts()).toHaveLength(4)
    expect((await commit(givingPreview.id, { confirm_gap: true })).statusCode).toBe(200)
    expect((await preview(file, { ...sinceLastYear, coverage_end: '2024-11-06' })).confirm_gap).toBeNull()
  })

  test('stays untouched after a gap of more than 45 days', async () => {
    expect(outcomesOf(await preview(file, { ...sinceLastYear, coverage_end: '2024-10-06' }))[2025]).toBe('replaced')
    const givingPreview = await preview(file, { ...sinceLastYear, coverage_end: '2024-10-05' })
    expect([outcomesOf(givingPreview)[2025], givingPreview.confirm_gap]).toEqual(['untouched', null])
    expect(givingPreview.years[0]).toMatchObject({
      repull_from: '2024-07-01',
      reason: expect.stringContaining('46 days ago'),
    })
  })

  test('has its gap calculated again at the commit, so an old preview may need a confirmation', async () => {
    const { id } = await preview(file, { ...sinceLastYear, coverage_end: '2024-11-06' })
    vi.setSystemTime(Date.parse('2024-11-21T00:30:00Z'))
    const reply = await commit(id)
    expect([reply.statusCode, reply.json().preview]).toEqual([409, expect.objectContaining({ confirm_gap: 15 })])
    expect((await commit(id)).statusCode).toBe(422)
    expect((await commit(id, { confirm_gap: true })).statusCode).toBe(200)
  })

  test('must be covered to its last day if it has ended since the preview', async () => {
    vi.setSystemTime(Date.parse('2024-06-29T23:00:00Z'))
    const { id, years } = await preview(givingFile(`${peggy} 2024-04-03`, `${jose} 2024-01-11`), {
      ...finished,
      coverage_end: '2024-06-30',
    })
    expect(years[0]).toMatchObject({ year: 2025, is_replaced: false })
    expect(years[1]).toMatchObject({ year: 2024, is_replaced: true, gap_days: 0 })
    vi.setSystemTime(Date.parse('2024-07-01T01:00:00Z'))
    const reply = await commit(id)
    expect(reply.statusCode).toBe(409)
    expect(outcomesOf(reply.json<{ preview: GivingPreview }>().preview)[2024]).toBe('untouched')
  })
})

describe('a loss of donors', () => {
  const five = ['B00000001', 'B00000002', 'B00000003', 'B00000004', 'B00000005'].map((buid) => `${buid} 2024-01-10`)
  const fileOf = (...ids: string[]) => givingFile(...ids.map((id) => `${id} 2024-02-01`))

  test('of a fifth is accepted, and a larger one must be confirmed', async () => {
    await resetGifts(...five)
    const fifth = await preview(fileOf(jose, siobhan, peggy, minh), finished)
    expect(fifth).toMatchObject({ confirm_loss: null, years: [{ givers_before: 5, givers_after: 4 }] })
    const more = await preview(fileOf(jose, siobhan, peggy), finished)
    expect(more).toMatchObject({ confirm_loss: 2, years: [{ needs_loss_confirmation: true }] })
    const reply = await commit(more.id)
    expect([reply.statusCode, reply.json().fields]).toEqual([
      422,
      { confirm_loss: expect.stringMatching(/^2 donors would be lost/) },
    ])
    expect(await gifts()).toHaveLength(5)
    expect((await commit(more.id, { confirm_loss: true })).statusCode).toBe(200)
    expect(await gifts()).toHaveLength(3)
  })

  test('is counted again at the commit, and a 409 shows the new number', async () => {
    await resetGifts(...five.slice(0, 3))
    const { id, confirm_loss } = await preview(fileOf(jose, siobhan, peggy), finished)
    expect(confirm_loss).toBeNull()
    for (const gift of five.slice(3))
      await query(
        "insert into engagements (buid, engagement_date, activity_code) values (?, ?, 'gift')",
        gift.split(' '),
      )
    const reply = await commit(id)
    expect([reply.statusCode, reply.json().preview]).toEqual([
      409,
      expect.objectContaining({ confirm_loss: 2, deletes: 5 }),
    ])
    expect((await page(`?preview_id=${id}`)).preview).toMatchObject({ confirm_loss: 2 })
    expect(await gifts()).toHaveLength(5)
  })

  test('is impossible in a year without donors', async () => {
    await resetGifts()
    expect(await preview(fileOf(jose), finished)).toMatchObject({
      confirm_loss: null,
      years: [{ givers_before: 0, givers_after: 1 }],
    })
  })
})

describe('matching gifts to people', () => {
  test('every row is unmatched until contacts are imported', async () => {
    await query('update alumni set crm_id = null')
    const givingPreview = await preview(givingFile(`${peggy} 2024-04-03`, `${jose} 2019-01-01`), finished)
    expect(givingPreview.rows).toMatchObject({ rows: 2, unmatched: 2, gift: 0 })
    expect(await issues(givingPreview)).toEqual([
      'row,CRM Contact ID,Gift Date,reason',
      `2,${peggy},2024-04-03,Unmatched contact ID`,
      `3,${jose},2019-01-01,Unmatched contact ID`,
    ])
    expect((await page()).has_crm_ids).toBe(false)
  })

  test('ids that differ only in letter case are two people, and 18 characters equal the first 15', async () => {
    await resetGifts()
    await commit((await preview(givingFile(`${jose} 2024-01-01`, `${addChecksum(siobhan)} 2024-01-02`), finished)).id)
    expect(await gifts()).toEqual(['B00000001 2024-01-01', 'B00000003 2024-01-02'])
  })

  test('an id of several alumni is unmatched with that reason', async () => {
    await query('update alumni set crm_id = ? where buid = ?', [peggy, 'B00000006'])
    const givingPreview = await preview(givingFile(`${peggy} 2024-04-03`, `${jose} 2024-01-01`), finished)
    expect(givingPreview.rows).toMatchObject({ ambiguous: 1, gift: 1 })
    expect((await issues(givingPreview)).at(-1)).toBe(`2,${peggy},2024-04-03,Several alumni have this contact ID`)
  })

  test('two gifts of a person on one day count once', async () => {
    const givingPreview = await preview(
      givingFile(
        `${peggy} 2024-04-03`,
        `${peggy} 4/3/2024`,
        `${addChecksum(peggy)} 2024-04-03T10:00:00Z`,
        `${jose} 2024-01-01`,
      ),
      finished,
    )
    expect(givingPreview).toMatchObject({ inserts: 2, rows: { rows: 4, gift: 2, duplicate: 2 } })
    await commit(givingPreview.id)
    expect((await gifts()).filter((gift) => gift.includes('2024-04-03'))).toHaveLength(1)
  })

  test('an unreadable value is reported by its row and not repeated', async () => {
    const givingPreview = await preview(
      givingFile(`no-id 2024-04-03`, `${peggy} $500.00`, `${peggy} `, `${jose} 2024-01-01,7`),
      finished,
    )
    expect(givingPreview.rows).toMatchObject({ rows: 4, unmatched: 1, unreadable: 3 })
    expect(await issues(givingPreview)).toEqual([
      'row,CRM Contact ID,Gift Date,reason',
      '2,,2024-04-03,"Unmatched contact ID: it is blank, or not a CRM id of 15 or 18 characters"',
      `3,${peggy},,Gift Date is not a date such as 2026-11-20`,
      `4,${peggy},,Gift Date is blank`,
      '5,,,"The line has 3 cells, but the header has 2."',
    ])
  })

  test('the issues are the same after the import', async () => {
    const givingPreview = await preview(
      givingFile(`${peggy} 2024-04-03`, `${jose} 2024-01-01`, `0035e00000Nobod 2024-01-01`),
      finished,
    )
    const before = await issues(givingPreview)
    await commit(givingPreview.id)
    await query('update alumni set crm_id = ? where buid = ?', ['0035e00000Nobod', 'B00000006'])
    expect(await issues(givingPreview)).toEqual(before)
    expect(await query('select line, outcome from giving_import_rows')).toEqual([{ line: 4, outcome: 'unmatched' }])
  })
})

test('a preview is visible to its uploader, and an import to every administrator', async () => {
  await query(
    "insert into staff_users (email, name, role) values ('bea@example.edu', 'Bea Admin', 'admin') on conflict do nothing",
  )
  const givingPreview = await preview(givingFile(`${peggy} 2024-04-03`, `${jose} 2024-01-01`), finished)
  await query("update giving_imports set uploaded_by_id = (select id from staff_users where email = 'bea@example.edu')")
  expect((await page()).waiting).toEqual([])
  expect(
    (await ada.get(`/settings/engagement_activities/import_giving?preview_id=${givingPreview.id}`)).statusCode,
  ).toBe(404)
  expect((await commit(givingPreview.id)).statusCode).toBe(404)
  expect((await ada.get(givingPreview.links.issues!)).statusCode).toBe(404)
  await query('update giving_imports set committed_at = now()')
  expect((await page(`?preview_id=${givingPreview.id}`)).preview).toMatchObject({ uploaded_by: 'Bea Admin' })
  expect((await (await as('staff')).get('/settings/engagement_activities/import_giving')).statusCode).toBe(403)
})

test('Ada discards a preview and nothing of it remains, but an import cannot be discarded', async () => {
  const url = '/settings/engagement_activities/import_giving'
  const discard = (preview_id: number) => ada.request({ method: 'DELETE', url, payload: { preview_id } })
  const file = givingFile(`${peggy} 2024-04-03`, `${jose} 2024-01-01`)
  const wrong = await preview(file, finished)
  expect((await discard(wrong.id)).statusCode).toBe(204)
  expect(await query('select * from giving_imports')).toEqual([])
  expect(await query('select * from giving_import_rows')).toEqual([])
  expect((await discard(wrong.id)).statusCode).toBe(404)
  const outcome = await preview(file, finished)
  await commit(outcome.id)
  expect((await discard(outcome.id)).statusCode).toBe(404)
  expect((await page()).imports).toHaveLength(1)
})

test('an expired preview is no longer listed, even before the worker deletes it', async () => {
  const { id } = await preview(givingFile(`${peggy} 2024-01-01`), finished)
  const isWaiting = async () => (await page()).waiting.some((waiting) => waiting.id === id)
  expect(await isWaiting()).toBe(true)
  await query("update giving_imports set expires_at = now() - interval '1 second' where id = ?", [id])
  expect(await isWaiting()).toBe(false)
})
