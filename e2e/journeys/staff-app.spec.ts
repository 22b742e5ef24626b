import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const heading = { level: 1 } as const

test('the search page loads 230 KB of scripts and 275 KB in all, and does not request the session', async ({
  page,
  request,
}) => {
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  const sizes = await sizesOf(page)
  await page.goto('/alumni_search')
  await expect(page.getByRole('heading', heading)).toHaveText('Search alumni')
  await expect(page.getByRole('button', { name: /your account: Stan/ })).toBeVisible()
  expect(asked).not.toContain('/session')
  const html = await (await request.get('/alumni_search', { headers: { accept: 'text/html' } })).text()
  const parts = ['/alumni_search', ...[...html.matchAll(/"(\/assets\/staff\/[^"]+)"/g)].map(([, path]) => path!)]
  await expect.poll(() => parts.filter((path) => !sizes.has(path))).toEqual([])
  const sum = (paths: string[]) => paths.reduce((all, path) => all + sizes.get(path)!, 0)
  expect(sum(parts)).toBeLessThanOrEqual(275_000)
  expect(sum(parts.filter((path) => path.endsWith('.js')))).toBeLessThanOrEqual(230_000)
})

test('the HTML of a profile names the scripts of its page, so that they load at once', onlyInSoak, async ({ page }) => {
  const asked = page.waitForRequest(/\/assets\/staff\/alumnus-page-.*\.js$/)
  await page.route(/\/assets\/staff\/index-.*\.js$/, (route) => route.abort())
  await page.goto('/alumni/B00000004')
  await asked
})

test('a page whose script does not load says so, and opens on another try', onlyInSoak, async ({ page }) => {
  await page.goto('/alumni_search')
  await expect(page.getByRole('heading', heading)).toHaveText('Search alumni')
  await page.route(/\/assets\/staff\/events-page.*\.js$|\/up$/, (route) => route.abort('internetdisconnected'))
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Events', exact: true }).click()
  // Leaves the link, because a pointer over it preloads its page again.
  await page.mouse.move(700, 500)
  await expect(page.getByRole('heading', heading)).toHaveText('No connection')
  await expectNoBarriers(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', heading)).toHaveText('Events')
})

test('after an upgrade that removed a script the page reloads once', onlyInSoak, async ({ page }) => {
  await page.goto('/alumni_search')
  await expect(page.getByRole('heading', heading)).toHaveText('Search alumni')
  let documents = 0
  page.on('request', (request) => request.isNavigationRequest() && documents++)
  await page.route(/\/assets\/staff\/events-page.*\.js$/, (route) => route.fulfill({ status: 404 }))
  const reloaded = page.waitForEvent('load')
  // A pointer over the link would preload its page again.
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Events', exact: true })
    .press('Enter')
  await reloaded
  await expect(page.getByRole('heading', heading)).toHaveText('This page could not be shown')
  expect(documents).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', heading)).toHaveText('Events')
})

test('a page loaded before an upgrade still works and offers a reload, which does not cover typed text', async ({
  page,
}) => {
  await page.goto('/tools/batch_search')
  await expect(page.getByRole('heading', heading)).toHaveText('Batch search')
  const offer = page.getByRole('status').filter({ hasText: 'The server was upgraded' })
  await page.route('**/alumni_search/saved*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'alumni-release': 'v99.0.0' } })
  })
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Search', exact: true }).click()
  await expect(offer).toContainText('Reload it to get v99.0.0.')
  await expectNoBarriers(page)
  await page.unrouteAll()
  let documents = 0
  page.on('request', (request) => request.isNavigationRequest() && documents++)
  await offer.getByRole('button', { name: 'Reload the page' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('heading', heading)).toHaveText('Search alumni')
  expect(documents).toBe(1)
})

test('Ctrl K opens the palette before its script is loaded', onlyInSoak, async ({ page }) => {
  let go = (): void => undefined
  const released = new Promise<void>((resolve) => (go = resolve))
  await page.route(/deferred-parts-.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/alumni_search')
  await expect(page.getByRole('heading', heading)).toHaveText('Search alumni')
  await page.keyboard.press('Control+k')
  go()
  await expect(page.getByRole('dialog', { name: 'Find a person, a page or an action' })).toBeVisible()
})

test('the filters load their script and their choices at once, and then no other script', async ({ page }) => {
  const [scripts, choices]: [string[], string[]] = [[], []]
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isFilterPressed = false
  // From the start, because what a key requests right after `route` is not always intercepted.
  await page.route(/\.js$|\/choices$/, async (route) => {
    const url = route.request().url()
    if (isFilterPressed) {
      ;(url.endsWith('.js') ? scripts : choices).push(url)
      await released
    }
    await route.continue()
  })
  await page.goto('/alumni_search?sort=name')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  // Until the palette has closed completely, it takes letters, also while it is no longer visible.
  await expect(page.locator('[role="dialog"], input:focus')).toHaveCount(0)

  isFilterPressed = true
  await page.keyboard.press('f')
  await expect.poll(() => [scripts.length > 0, choices.length > 0]).toEqual([true, true])
  const atOnce = [...scripts]
  release()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByText('More filters').click()
  await expect(panel.getByRole('combobox', { name: 'Event' })).toBeVisible()
  expect(scripts).toEqual(atOnce)
})

async function sizesOf(page: Page): Promise<Map<string, number>> {
  const [sizes, paths] = [new Map<string, number>(), new Map<string, string>()]
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId)!
    // The same URL is also requested as JSON.
    if (!sizes.has(path)) sizes.set(path, encodedDataLength)
  })
  return sizes
}

test(
  'before its script runs, a page shows its menu, its title and the user, with only what their role may open',
  onlyInSoak,
  async ({ page, pageOf }) => {
    await page.route(/\/assets\/staff\/(?:index-.*\.js|style-.*\.css)$/, (route) => route.abort())
    const complaints: string[] = []
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && complaints.push(message.text()))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/tools/batch_search')
      await expect(page.getByRole('heading', heading)).toHaveText('Batch search')
      await expect(page.getByTitle(/^Stan /)).toBeVisible()
      const menu = page.getByRole('navigation', { name: 'Sections' })
      await expect(menu.locator('[aria-current=page]')).toHaveText('Batch search')
      await expect(menu.getByRole('link', { name: 'Reports' })).toHaveCount(0)
      await expectNoBarriers(page)
    }
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await expect(page.getByRole('heading', heading)).toHaveText('Events')
    expect(complaints).toEqual([])
    const signedOut = await pageOf('nobody')
    await signedOut.route(/\/assets\/staff\/index-.*\.js$/, (route) => route.abort())
    await signedOut.goto('/login')
    await expect(signedOut.locator('.opening')).toHaveCount(0)
  },
)

test('the app replaces the first frame without moving its parts', onlyInSoak, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/staff\/index-.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  const places = () =>
    page.locator('nav[aria-label="Sections"] li a, h1').evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, height } = part.getBoundingClientRect()
        return [part.textContent, Math.round(x), Math.round(y), Math.round(height)]
      }),
    )
  await page.goto('/alumni_search', { waitUntil: 'commit' })
  await expect(page.locator('.opening')).toBeVisible()
  const before = await places()
  release()
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(await places()).toEqual(before)
})
