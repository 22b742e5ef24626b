import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GivingPreview } from '@alumni/shared/exchange/giving'
import { buildGivingStory, jose, minh, peggy, siobhan } from './testing/giving-story.ts'

const { ada, upload, commit, issues, resetGifts, query, logs, config } = await buildGivingStory({
  env: { LOG_LEVEL: 'debug' },
})
const window = { coverage_start: '2023-07-01', coverage_end: '2024-06-30' }
const secrets = ['4711.23', '4,711.23', '471123', 'zebracanary', '9988776655']
const replies: string[] = []

const header = 'Zebracanary Id,CRM Contact ID,Donor,Gift Date,Gift Amount,Notes'
const good = [
  `9988776655,${peggy},Zebracanary Peggy,2024-04-03,"$4,711.23",gave 4711.23`,
  `9988776655,${jose},Zebracanary José,5/6/2024,4711.23,zebracanary`,
  `9988776655,${siobhan},Zebracanary,2024-05-07,471123,`,
  `9988776655,0035e00000Nobod,Zebracanary,2024-05-08,4711.23,`,
]
const broken = [
  // An extra or missing comma shifts the amount into a column that is read.
  `9988776655,${minh},2024-05-08,4711.23,zebracanary`,
  `${minh},2024-05-08,"$4,711.23",zebracanary`,
  `9988776655,4711.23,Zebracanary,2024-05-08,4711.23,`,
  `9988776655,zebracanary,Zebracanary,zebracanary,4711.23,`,
  `9988776655,${minh},Zebracanary,2024-05-08,$4,711.23,zebracanary`,
  `9988776655,${minh},"Zebra"canary",2024-05-08,4711.23,zebracanary`,
  `9988776655,${minh},Zebracanary\0,2024-05-08,4711.23,zebracanary`,
]
const whole = [header, ...good, ...broken].join('\r\n')

async function answered(file: string | Buffer, stated: object = window) {
  const reply = await upload(file, stated, ada)
  replies.push(reply.body, JSON.stringify(reply.headers))
  return reply
}

test('a file with amounts is uploaded, imported, and has issues', async () => {
  await resetGifts()
  const reply = await answered(whole)
  const preview = reply.json<GivingPreview>()
  expect(preview.rows).toMatchObject({ rows: 11, gift: 3, unmatched: 2, unreadable: 6 })
  for (const url of [preview.links.self, preview.links.issues!, '/settings/engagement_activities/import_giving'])
    replies.push((await ada.get(url)).body)
  replies.push((await commit(preview.id)).body)
  replies.push((await issues(preview)).join('\n'), (await ada.get(preview.links.self)).body)
  expect(await query("select count(*) as gifts from engagements where activity_code = 'gift'")).toEqual([{ gifts: 3 }])
})

test('another preview waits with its stored data', async () => {
  const id = (await answered(whole)).json<GivingPreview>().id
  expect(await query('select count(*) as rows from giving_import_rows where import_id = ?', [id])).toEqual([
    { rows: 11 },
  ])
})

test.each([
  ['no header', good.join('\n')],
  ['a header that names a column twice', `${header},Gift Date\n${good.join('\n')}`],
  ['an unknown column twice', `Zebracanary Id,Zebracanary Id,Gift Date\n${good.join('\n')}`],
  ['only amounts', '4711.23\n471123\n'],
  ['no rows', header],
  ['a quotation mark that never closes', `${whole}\n9988776655,${minh},"Zebracanary,2024-05-08,4711.23`],
  ['a quotation mark within the header', `"Zebra"canary Id",${header}\n${good.join('\n')}`],
  ['an endless row', `${header}\n"${'4711.23 zebracanary '.repeat(70_000)}`],
  ['a NUL byte in the header', `Zebracanary\0,${header}\n${good.join('\n')}`],
  ['UTF-16', Buffer.from(`\ufeff${header}\n"4711.23 zebracanary`, 'utf16le')],
])('a file is refused for %s', async (_, file) => {
  expect((await answered(file)).statusCode).toBe(422)
})

test('an impossible period, and one that is an amount, are refused', async () => {
  expect((await answered(whole, { ...window, coverage_end: '2020-01-01' })).statusCode).toBe(422)
  expect((await answered(whole, { coverage_start: '$4,711.23', coverage_end: 'zebracanary' })).statusCode).toBe(422)
})

test('no amount is in a table, a job, a file, a log line or a reply', async () => {
  const tables = await query(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  expect(tables.length).toBeGreaterThan(40)
  for (const { table_name } of tables) {
    const [found] = await query(
      `select string_agg(row::text, ' ') as rows from "${String(table_name)}" row where ${secrets.map(() => 'row::text ilike ?').join(' or ')}`,
      secrets.map((secret) => `%${secret}%`),
    )
    expect([table_name, found]).toEqual([table_name, { rows: null }])
  }
  const names = await readdir(config.DATA_DIR, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  )
  for (const [place, text] of Object.entries({ logs: logs.join(''), files: files.join(''), replies: replies.join('') }))
    for (const secret of secrets)
      expect([place, secret, text.toLowerCase().includes(secret)]).toEqual([place, secret, false])
  expect([logs.length > 0, replies.length > 25]).toEqual([true, true])
})
