import type { CDPSession, Page } from '@playwright/test'
import { expect, password, test } from '../fixtures/journey.ts'
import { upload } from '../fixtures/import-pages.ts'

const second = 1_000
const minute = 60 * second

/** Slightly above the figures of docs/decisions/limits.md, which do not count files and pages. */
const requestsInAnHour = 380
const requestsInFiveMinutes = 110

test('an hour of one busy person stays far below the rate limits of an address', async ({
  page,
  context,
  importsAlone: _,
}) => {
  await page.clock.install()
  const sent = await countRequests(await context.newCDPSession(page), page)
  const hour = await clockOf(page, sent)

  await page.goto('/login')
  await page.getByLabel('E-mail').fill('admin@example.edu')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/alumni_search/)
  const people = (await (
    await page.request.get('/alumni_search?sort=name&page=2', { headers: { accept: 'application/json' } })
  ).json()) as { alumni: { name: string }[] }

  // People do not type titles and suffixes.
  const names = people.alumni.map(({ name }) => [...name.matchAll(/\p{Lu}\p{Ll}{2,}/gu)].slice(-2).join(' '))
  expect(names.length).toBeGreaterThanOrEqual(20)
  for (const name of names.slice(0, 20)) await lookUp(page, hour, name)
  await readStatistics(page, hour)
  await watchAnImport(page, hour)
  await findAList(page, hour)
  await page.goto('/settings/crm/conflicts')
  await hour.pass(2 * minute)
  await page.goto('/settings/majors')
  await hour.pass(2 * minute)
  await page.goto('/alumni_search')
  while (hour.passed() < 60 * minute) {
    await hour.pass(minute)
    await hour.comeBack()
  }
  console.log(formatReport(sent, hour.passed()))
  expect(sent.length).toBeLessThanOrEqual(requestsInAnHour)
  expect(maxWithin(sent, 5 * minute)).toBeLessThanOrEqual(requestsInFiveMinutes)
})

type Sent = { path: string; at: number }[]
type Hour = Awaited<ReturnType<typeof clockOf>>

async function lookUp(page: Page, hour: Hour, name: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: /^Search alumni by name/ })
  await box.fill('')
  const pauses = [140, 90, 210, 120, 260, 110, 170]
  // On a slow machine the real time between two keys would be a pause too.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + second)
  for (const [index, letter] of [...name].entries()) {
    await box.pressSequentially(letter)
    await hour.pass(pauses[index % pauses.length]!)
  }
  await page.clock.resume()
  await hour.pass(2 * second)
  const found = page.getByRole('table', { name: 'Alumni who were found' }).locator('[data-row]').first()
  await found.getByRole('link').first().click()
  await page.getByRole('region', { name: 'Contact' }).waitFor()
  await hour.pass(45 * second)
  await hour.comeBack()
  await hour.pass(30 * second)
  await page.goBack()
  await box.waitFor()
  await hour.pass(3 * second)
}

async function readStatistics(page: Page, hour: Hour): Promise<void> {
  await page.getByRole('link', { name: 'Statistics' }).first().click()
  await page.getByRole('heading', { name: 'Engagements by activity' }).waitFor()
  await hour.pass(5 * minute)
  await hour.comeBack()
  await hour.pass(5 * minute)
}

/** Simulates ten minutes of scanning and five of review, independent of the worker. */
async function watchAnImport(page: Page, hour: Hour): Promise<void> {
  await page.addInitScript(() => {
    const ask = globalThis.fetch
    globalThis.fetch = async (...args) => {
      const reply = await ask(...args)
      const status = localStorage.getItem('import-status')
      if (!status || !/batches\/\d+(\/status)?(\?|$)/.test(String(args[0]))) return reply
      return Response.json({ ...(await reply.json()), status })
    }
  })
  await page.evaluate(() => localStorage.setItem('import-status', 'scanning'))
  await upload(page, 'contacts', 'BUID,First Name,Last Name', 'B90000001,Grace,Hopper')
  await hour.pass(5 * minute, second)
  await hour.comeBack()
  await hour.pass(5 * minute, 5 * second)
  await page.evaluate(() => localStorage.setItem('import-status', 'review'))
  await hour.pass(5 * minute)
  await page.evaluate(() => localStorage.removeItem('import-status'))
  await page.reload()
  await page.getByRole('button', { name: 'Cancel the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the import' }).click()
  await hour.pass(20 * second)
}

async function findAList(page: Page, hour: Hour): Promise<void> {
  await page.goto('/tools/batch_search')
  await page.getByRole('textbox', { name: /one per line/ }).fill('Peggy Jones\nsmith.family@example.org\nJose Alvarez')
  await hour.pass(minute)
  await page.getByRole('button', { name: 'Look up 3 lines' }).click()
  await hour.pass(3 * minute)
  await hour.comeBack()
}

async function countRequests(cdp: CDPSession, page: Page): Promise<Sent> {
  const sent: Sent = []
  const paths = new Map<string, string>()
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, request.url))
  cdp.on('Network.requestServedFromCache', ({ requestId }) => paths.delete(requestId))
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    const url = paths.get(requestId)
    if (!url || response.fromDiskCache || response.fromPrefetchCache || !url.startsWith(new URL(page.url()).origin))
      return
    const { pathname } = new URL(url)
    const path = pathname.startsWith('/assets/')
      ? '/assets/…'
      : pathname.replace(/\/(\d+|B\d+)(?=\/|$)/g, '/…') + (type === 'Document' ? ' (page)' : '')
    sent.push({ path, at: NaN })
  })
  return sent
}

/** Advances the page's clock as fast as the server replies. */
async function clockOf(page: Page, sent: Sent) {
  let now = 0
  let open = 0
  page.on('request', () => (open += 1))
  page.on('requestfinished', () => (open -= 1))
  page.on('requestfailed', () => (open -= 1))
  const stamp = () => sent.forEach((each) => (each.at = Number.isNaN(each.at) ? now : each.at))
  return {
    passed: () => now,
    /** The steps are no longer than the page waits between two background requests. */
    async pass(ms: number, step = 15 * second) {
      for (const until = now + ms; now < until;) {
        const next = Math.min(step, until - now)
        await page.clock.runFor(next)
        now += next
        await expect.poll(() => open, { intervals: [5, 10, 20, 50] }).toBeLessThanOrEqual(0)
        stamp()
      }
    },
    async comeBack() {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    },
  }
}

function maxWithin(sent: Sent, ms: number): number {
  return Math.max(...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + ms).length))
}

function formatReport(sent: Sent, passed: number): string {
  const counts = Object.entries(Object.groupBy(sent, ({ path }) => path)).map(
    ([path, all]) => [path, all!.length] as const,
  )
  const lines = counts.sort(([, a], [, b]) => b - a).map(([path, count]) => `${String(count).padStart(6)} ${path}`)
  const sum = `${sent.length} requests in ${Math.round(passed / minute)} minutes, at most ${maxWithin(sent, 5 * minute)} in five`
  return [sum, ...lines].join('\n')
}
