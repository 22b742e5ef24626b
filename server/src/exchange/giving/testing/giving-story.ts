import { afterAll, vi } from 'vitest'
import { givingUrl, type GivingPage, type GivingPreview, type GivingYear } from '@alumni/shared/exchange/giving'
import type { Caller } from '../../../../testing/caller.ts'
import { buildTestApp } from '../../../../testing/test-app.ts'
import { runOn } from '../../../../testing/test-database.ts'

/** The CRM IDs of José and Siobhán differ only in letter case. */
const crmIds = {
  B00000001: '0035e00000AAAAa',
  B00000003: '0035e00000AAAAA',
  B00000004: '0035e00000Peggy',
  B00000005: '0035e00000Minhh',
} as const
export const [jose, siobhan, peggy, minh] = Object.values(crmIds) as [string, string, string, string]

export type Window = { coverage_start?: string; coverage_end?: string }

/** Sets the date to November 20, 2024, in fiscal year 2025, with six people on file. */
export async function buildGivingStory(changes?: Parameters<typeof buildTestApp>[0]) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2024-11-20T12:00:00Z') })
  // Other test files run in the same process.
  afterAll(() => vi.useRealTimers())
  const app = await buildTestApp(changes)
  const ada = await app.as('admin')
  const query = (query: string, values: unknown[] = []) =>
    app.db.entities.execute<Record<string, unknown>[]>(query, values)
  const names = ['José Álvarez', 'Jose Alvarez', "Siobhán O'Neil", "Peggy O'Neil", 'Minh Nguyễn', 'X Æ']
  for (const [index, name] of names.entries())
    await query('insert into alumni (buid, first_name, last_name) values (?, ?, ?)', [
      `B0000000${index + 1}`,
      ...name.split(' '),
    ])
  const upload = (file: string | Buffer, window: Window, caller: Caller = ada) =>
    caller.request({ method: 'POST', url: givingUrl, ...givingForm(file, window) })
  return {
    ...app,
    ada,
    query,
    asOwner: (statement: string) => runOn(app.database.owner, statement),
    upload,
    async preview(file: string | Buffer, window: Window, caller: Caller = ada): Promise<GivingPreview> {
      const reply = await upload(file, window, caller)
      if (reply.statusCode !== 201) throw new Error(`${reply.statusCode} ${reply.body} ${app.logs.join('')}`)
      return reply.json<GivingPreview>()
    },
    commit: (preview_id: number, confirmed: object = {}, caller: Caller = ada) =>
      caller.post(`${givingUrl}/commit`, { preview_id, ...confirmed }),
    page: async (query = '', caller: Caller = ada) => (await caller.get(`${givingUrl}${query}`)).json<GivingPage>(),
    issues: async ({ id }: { id: number }) => {
      const reply = await ada.get(`${givingUrl}/issues?preview_id=${id}`)
      return reply.body.replace('\ufeff', '').trimEnd().split('\r\n')
    },
    async gifts(): Promise<string[]> {
      const rows = await query(
        "select buid, engagement_date::text as day from engagements where activity_code = 'gift' order by 1, 2",
      )
      return rows.map(({ buid, day }) => `${String(buid)} ${String(day)}`)
    },
    async resetGifts(...gifts: string[]): Promise<void> {
      await query('delete from giving_imports')
      await query('delete from engagement_batches')
      await query("delete from engagements where activity_code = 'gift'")
      for (const gift of gifts)
        await query(
          "insert into engagements (buid, engagement_date, activity_code) values (?, ?, 'gift')",
          gift.split(' '),
        )
      await query('update alumni set crm_id = null')
      for (const [buid, id] of Object.entries(crmIds))
        await query('update alumni set crm_id = ? where buid = ?', [id, buid])
    },
  }
}

export function givingFile(...gifts: string[]): string {
  return ['CRM Contact ID,Gift Date', ...gifts.map((gift) => gift.replace(' ', ','))].join('\n')
}

function givingForm(file: string | Buffer, window: Window) {
  const boundary = 'a-boundary-of-this-story'
  const fields = Object.entries(window).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const payload = Buffer.concat([
    Buffer.from(
      `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="gifts.csv"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(file),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Returns, for example, `{ 2025: 'replaced', 2024: 'untouched' }`. */
export function outcomesOf({ years }: { years: GivingYear[] }): Record<number, string> {
  return Object.fromEntries(years.map(({ year, is_replaced }) => [year, is_replaced ? 'replaced' : 'untouched']))
}
