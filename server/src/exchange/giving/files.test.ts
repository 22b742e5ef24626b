import { beforeEach, describe, expect, test } from 'vitest'
import { startServer } from '../imports/testing/start-server.ts'
import { buildGivingStory, jose, peggy } from './testing/giving-story.ts'

const story = await buildGivingStory()
const { preview, upload, resetGifts, query, commit, gifts, issues } = story
const window = { coverage_start: '2023-07-01', coverage_end: '2024-06-30' }
const text = `Donor,CRM Contact ID,Gift Date\nJosé Álvarez,${jose},2024-01-02\nPeggy,${peggy},2024-01-03\n`

beforeEach(() => resetGifts())

describe('a file is read in the format', () => {
  test.each<[string, string | Buffer]>([
    ['UTF-8', text],
    ['UTF-8 with a byte order mark', `\ufeff${text}`],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['semicolons and CRLF', text.replaceAll(',', ';').replaceAll('\n', '\r\n')],
    ['tabs', text.replaceAll(',', '\t')],
    ['headers of the CRM’s API', text.replace('CRM Contact ID,Gift Date', 'AQB__CRM_Contact_ID__c,gift_date')],
    ['slashed dates', text.replace('2024-01-02', '1/2/2024').replace('2024-01-03', '01/03/2024')],
    ['line breaks within cells, and blank rows at the end', `${text.replace('Peggy', '"Peggy\nO\'Neil"')},,\n,,\n`],
    ['cells wrapped by a spreadsheet', text.replace(peggy, `"=""${peggy}"""`)],
  ])('%s', async (_, file) => {
    const { id, rows } = await preview(file, window)
    expect(rows).toMatchObject({ rows: 2, gift: 2 })
    await commit(id)
    expect(await gifts()).toEqual(['B00000001 2024-01-02', 'B00000004 2024-01-03'])
  })
})

test.each<[string, string | Buffer, string]>([
  ['empty', '', 'The file is empty.'],
  ['a workbook', Buffer.from('504b0304aaaa', 'hex'), 'This is an Excel workbook or a zip archive, not a CSV file.'],
  ['without gifts', 'CRM Contact ID,Gift Date\n', 'The file has no gifts'],
  [
    'without its columns',
    'Name,Date\nPeggy,2024-01-01\n',
    'The file lacks the required columns “CRM Contact ID” and “Gift Date”.',
  ],
  ['without days', `CRM Contact ID\n${peggy}\n`, 'The file lacks the required column “Gift Date”.'],
  ['with two columns of days', 'CRM Contact ID,Gift Date,gift_date\n', 'The header names “Gift Date” twice'],
])('a file that is %s is refused with a message, and nothing of it is stored', async (_, file, message) => {
  const reply = await upload(file, window)
  expect([reply.statusCode, reply.json().error, reply.json().fields]).toEqual([
    422,
    expect.stringContaining(message),
    { file: expect.stringContaining(message) },
  ])
  expect(await query('select id from giving_imports')).toEqual([])
})

test('a form without a file, and an invalid body, are refused', async () => {
  const url = '/settings/engagement_activities/import_giving'
  const none = await story.ada.request({
    method: 'POST',
    url,
    payload: '--b\r\ncontent-disposition: form-data; name="coverage_start"\r\n\r\n2023-07-01\r\n--b--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect([none.statusCode, none.json().error]).toEqual([422, expect.any(String)])
  expect((await story.ada.post(url, { coverage_start: '2023-07-01' })).statusCode).toBe(415)
  expect(await query('select id from giving_imports')).toEqual([])
})

test('a file of 30,000 rows of one year, most of them of unknown people, is read', async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => `0035e0000${String(n).padStart(6, '0')},2024-01-01`)
  const givingPreview = await preview(`CRM Contact ID,Gift Date\n${rows.join('\n')}\n${peggy},2024-02-02\n`, window)
  expect(givingPreview.rows).toMatchObject({ rows: 30_001, unmatched: 30_000, gift: 1 })
  const listed = await issues(givingPreview)
  expect([listed.length, listed[1], listed.at(-1)]).toEqual([
    30_001,
    '2,0035e0000000000,2024-01-01,Unmatched contact ID',
    '30001,0035e0000029999,2024-01-01,Unmatched contact ID',
  ])
})

test('an interrupted upload leaves nothing behind', async () => {
  const { openUpload } = await startServer(story)
  const socket = openUpload('/settings/engagement_activities/import_giving', 50_000_000)
  socket.write('--b\r\ncontent-disposition: form-data; name="file"; filename="g.csv"\r\n\r\nCRM Contact ID,Gift Date\n')
  socket.write(`${peggy},2024-01-01\n`.repeat(40_000))
  await expect.poll(() => query('select 1 from giving_import_rows limit 1')).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => query('select id from giving_imports')).toEqual([])
  expect(await query('select 1 from giving_import_rows limit 1')).toEqual([])
})
