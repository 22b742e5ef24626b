import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openChromium } from '../e2e/chromium.ts'
import { withDemoDatabase, type DemoDatabase } from '../server/bench/demo-database.ts'
import { median } from '../server/bench/report.ts'
import { serve } from '../server/bench/serve.ts'
import { parseCommandLine } from '../server/src/foundations/process/command-line.ts'
import { openSession, sessionCookie } from '../server/src/staff/accounts/sessions.ts'
import { StaffUser } from '../server/src/staff/accounts/staff-user.ts'
import { buildFrontEnd, frontEnds, isBuilt } from './front-ends.ts'
import { root } from './run-command.ts'

const usage = `npm run staff-page-bench               measures the staff app in a browser as on a slow laptop and connection
npm run staff-page-bench -- --runs 5   more often
npm run staff-page-bench -- --first-visit   only the first visit, as from a train: 50 KB/s, 400 ms`
const { runs, 'first-visit': isFirstVisit } = parseCommandLine(
  usage,
  { options: { runs: { type: 'string' }, 'first-visit': { type: 'boolean' } } },
  ({ values }) =>
    z
      .object({ runs: z.coerce.number().int().min(1).default(3), 'first-visit': z.boolean().default(false) })
      .parse(values),
)

const goals = { kilobytes: 230, readableMs: 2_500, usableMs: 8_000, firstMs: 3_000, nextMs: 1_000, shift: 0.02 }
/** A slow laptop: a quarter of this machine's speed, 1.6 Mbit/s, 150 ms round trip. */
const slow = { cpu: 4, bytesPerSecond: 200_000, roundTripMs: 150 }
/** A train: 50 KB/s, 400 ms round trip. */
const train = { cpu: 1, bytesPerSecond: 50_000, roundTripMs: 400 }
const next = ['Statistics', 'Champions', 'Events', 'Settings', 'Search']
const [wide, phone] = [1440, 390]

type Visitor = Awaited<ReturnType<typeof openVisitor>>
type Page = Awaited<ReturnType<typeof openPage>>['page']
type Visit = { bytes: number; headingMs: number; nextMs: number[] }

/** Runs in the page before its scripts. Records when its heading appears and what moves. */
const observer = `
  Object.assign(window, { headingAt: undefined, before: null, pressedAt: 0, shift: 0, moved: [] })
  window.headingComes = () =>
    new Promise((come) => {
      const look = () => (headingAt ? come() : requestAnimationFrame(look))
      look()
    })
  new MutationObserver(() => {
    const heading = document.querySelector('h1')
    if (heading && heading !== before) headingAt ??= performance.now()
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      shift += value
      moved.push(...sources.map(({ node }) => String(node?.className || node?.nodeName).slice(0, 40)))
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

for (const frontEnd of frontEnds.filter((each) => each.assets && !isBuilt(each))) await buildFrontEnd(frontEnd)
await withDemoDatabase({ alumni: 1_000, engagements: 5_000 }, async (database) => {
  const visitor = await openVisitor(database)
  try {
    for (const width of [wide, phone]) await visitFromTrain(visitor, width)
    if (isFirstVisit) return
    const visits: Visit[] = []
    for (let run = 0; run < runs; run++) visits.push(await visitSlowly(visitor))
    const kilobytes = median(visits.map(({ bytes }) => bytes)) / 1024
    print('search page, sent before its heading', kilobytes, goals.kilobytes, 'KB')
    print('its heading, nothing cached', median(visits.map(({ headingMs }) => headingMs)), goals.firstMs, 'ms')
    for (const [index, name] of next.entries())
      print(`navigation to ${name}`, median(visits.map(({ nextMs }) => nextMs[index]!)), goals.nextMs, 'ms')
    for (const width of [wide, phone]) await measureShifts(visitor, width)
  } finally {
    await visitor.close()
  }
})

function print(what: string, figure: number, goal: number, unit: string): void {
  const shown = `${figure.toFixed(unit ? 0 : 3)} ${unit}`
  console.log(`${figure <= goal ? 'ok  ' : 'over'} ${what.padEnd(36)} ${shown.padStart(9)} (goal ${goal})`)
}

async function openVisitor(database: DemoDatabase) {
  const { config, db, url, close } = await serve(database, { SAFELIST_LOOPBACK: 'true' })
  const ines = db.entities.create(StaffUser, { email: 'ines@example.edu', name: 'Ines', role: 'admin' })
  await db.entities.persist(ines).flush()
  const cookie = { url, name: sessionCookie(config).name, value: await openSession(db, config, ines) }
  const browser = await openChromium()
  return { browser, cookie, close: () => browser.close().then(close) }
}

async function openPage({ browser, cookie }: Visitor, width: number, line = slow) {
  const context = await browser.newContext({ baseURL: cookie.url, viewport: { width, height: 900 } })
  await context.addCookies([cookie])
  const page = await context.newPage()
  await page.addInitScript(observer)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.roundTripMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: line.cpu })
  return { page, devTools, close: () => context.close() }
}

async function visitSlowly(visitor: Visitor): Promise<Visit> {
  const { page, devTools, close } = await openPage(visitor, wide)
  let sent = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (sent += encodedDataLength))
  await page.goto('/alumni_search', { waitUntil: 'commit' })
  await page.locator('h1').waitFor()
  const bytes = sent
  const headingMs = await page.evaluate<number>('headingAt')
  await page.waitForLoadState('networkidle')
  const nextMs: number[] = []
  for (const name of next) nextMs.push(await follow(page, name))
  await close()
  return { bytes, headingMs, nextMs }
}

/** Measures a first visit: first paint of the menu or bar, first possible input, and first result of a search. */
async function visitFromTrain(visitor: Visitor, width: number): Promise<void> {
  const { page, close } = await openPage(visitor, width, train)
  await page.goto('/alumni_search', { waitUntil: 'commit' })
  await page.locator('input[role=searchbox]').waitFor()
  const [readable, usable] = await page.evaluate<[number, number]>(
    '[performance.getEntriesByName("first-contentful-paint")[0].startTime, performance.now()]',
  )
  await close()
  print(`from a train, ${width} px: readable`, readable, goals.readableMs, 'ms')
  print(`from a train, ${width} px: search box`, usable, goals.usableMs, 'ms')
  const search = await openPage(visitor, width, train)
  await search.page.goto('/alumni_search?q=smith', { waitUntil: 'commit' })
  await search.page.locator('main a.name, main tbody tr').first().waitFor()
  print(
    `from a train, ${width} px: first person`,
    await search.page.evaluate<number>('performance.now()'),
    goals.usableMs,
    'ms',
  )
  await search.close()
}

/** Measures the time from a click on a menu link to the heading of its page. */
async function follow(page: Page, name: string): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })
  await link.hover()
  await page.evaluate('before = document.querySelector("h1"), pressedAt = performance.now(), headingAt = undefined')
  await link.click()
  await page.evaluate('headingComes()')
  await page.waitForLoadState('networkidle')
  return page.evaluate<number>('headingAt - pressedAt')
}

async function measureShifts(visitor: Visitor, width: number): Promise<void> {
  const pages = JSON.parse(readFileSync(join(root, 'desktop/dist/renderer/pages.json'), 'utf8')) as object
  const signedOut = /^\/(?:$|login|password|connection)/
  const paths = ['/alumni_search', ...Object.keys(pages).filter((path) => !path.includes(':') && !signedOut.test(path))]
  const { page, close } = await openPage(visitor, width)
  let worst = 0
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const { shift, moved } = await page.evaluate<{ shift: number; moved: string[] }>('({ shift, moved })')
    worst = Math.max(worst, shift)
    if (shift > goals.shift)
      console.log(`     ${path} shifts by ${shift.toFixed(3)}: ${[...new Set(moved)].join(', ')}`)
  }
  await close()
  print(`${paths.length} pages at ${width} px, largest layout shift`, worst, goals.shift, '')
}
