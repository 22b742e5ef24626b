import { giftColumns, givingUrl, maxGiftRows, type GivingPreview } from '@alumni/shared/exchange/giving'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { seededRandom } from '../testing/seeded-random.ts'
import { StaffUser } from '../src/staff/accounts/staff-user.ts'
import { openSession, sessionCookie } from '../src/staff/accounts/sessions.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median, timed } from './report.ts'
import { serve } from './serve.ts'
import { withClient } from '../src/foundations/database/with-client.ts'

const gifts = 200_000
const secondsAllowed = 10
const megabytesAllowed = 256

/** Measures a file of 200,000 gifts from upload to commit: first into empty tables, then over existing gifts. */
export async function benchGiving(database: DemoDatabase, runs: number): Promise<void> {
  const { file, ...window } = await giftsOf(database)
  const server = await serve(database, { SAFELIST_LOOPBACK: 'true' })
  const headers = await signIn(server)
  const post = async (path: string, body: FormData | string): Promise<GivingPreview> => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers: { ...headers, ...type }, body })
    if (!reply.ok) throw new Error(`${reply.status} ${(await reply.text()).slice(0, 500)}`)
    return (await reply.json()) as GivingPreview
  }
  const upload = async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(window)) form.append(name, value)
    form.append('file', new Blob([file]), 'gifts.csv')
    return post(givingUrl, form)
  }
  const times = { upload: [] as number[], commit: [] as number[], whole: [] as number[] }
  const memory = watchMemory()
  let last: GivingPreview | undefined
  for (let run = 0; run < Math.max(2, runs); run++) {
    const uploaded = await timed(async () => void (last = await upload()))
    const { id } = last!
    const body = JSON.stringify({ preview_id: id, confirm_gap: true, confirm_loss: true })
    const committed = await timed(() => post(`${givingUrl}/commit`, body))
    times.upload.push(uploaded)
    times.commit.push(committed)
    times.whole.push(uploaded + committed)
  }
  const grown = memory.stop()
  console.log(
    `${last!.inserts.toLocaleString('en')} of ${last!.rows.rows.toLocaleString('en')} rows imported, ${last!.deletes.toLocaleString('en')} replaced, ${(file.length / 1e6).toFixed(0)} MB (a file has at most ${maxGiftRows.toLocaleString('en')} rows)`,
  )
  console.log(boundLine('upload to preview', median(times.upload), secondsAllowed * 1000, 'ms'))
  console.log(boundLine('commit', median(times.commit), secondsAllowed * 1000, 'ms'))
  console.log(boundLine('both', median(times.whole), secondsAllowed * 1000, 'ms'))
  console.log(boundLine('memory it takes, sender included', grown, megabytesAllowed, 'MB'))
  await server.close()
}

async function signIn({ db, config, url }: Awaited<ReturnType<typeof serve>>): Promise<Record<string, string>> {
  const { entities } = db
  const user = entities.create(StaffUser, { email: 'giving@example.edu', name: 'Giving bench', role: 'admin' })
  await entities.persist(user).flush()
  const cookie = `${sessionCookie(config).name}=${await openSession(db, config, user)}`
  return { cookie, accept: 'application/json', origin: url, 'sec-fetch-site': 'same-origin' }
}

async function giftsOf({ owner }: DemoDatabase) {
  const { rows } = await withClient(owner, (client) =>
    client.query<{ crm_id: string }>('select crm_id from alumni where crm_id is not null'),
  )
  const today = new Date().toISOString().slice(0, 10)
  const coverage_start = fiscalYear(fiscalYearOf(today, '07-01') - 1, '07-01').from
  const first = Date.parse(coverage_start)
  const days = Math.round((Date.parse(today) - first) / 86_400_000) + 1
  const random = seededRandom(2026)
  const lines = Array.from({ length: gifts }, (_, index) => {
    const day = new Date(first + random(days) * 86_400_000).toISOString().slice(0, 10)
    return `G-${index},${rows[random(rows.length)]!.crm_id},"Donor, number ${index}",${day},"$${random(5000)}.00",Annual fund,Online`
  })
  const header = `Gift ID,${giftColumns.crm_id},Donor,${giftColumns.gift_date},Gift Amount,Fund,Channel`
  return { coverage_start, coverage_end: today, file: `${header}\n${lines.join('\n')}\n` }
}

/** In megabytes. */
function watchMemory() {
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  return {
    stop() {
      clearInterval(timer)
      return (peak - before) / 1024 ** 2
    },
  }
}
