import type { Page, Route } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

test.use({ person: 'staff' })

const failWithError = (route: Route) => route.fulfill({ status: 500, json: { error: 'The cable has been eaten.' } })
const offline = (route: Route) => route.abort('internetdisconnected')

async function fail(page: Page, address: RegExp, how = failWithError): Promise<void> {
  await page.route(address, (route) => (route.request().resourceType() === 'fetch' ? how(route) : route.continue()))
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a failed search keeps the words and filters, and one press repeats it', async ({ page }) => {
  await fail(page, /\/alumni_search\?/)
  await page.goto('/alumni_search?q=B00000004&deceased=no')
  await expect(page.getByText('The cable has been eaten.')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: /^Search alumni by name/ })).toHaveValue('B00000004')
  await expect(page.getByRole('button', { name: 'Not deceased', exact: true })).toBeVisible()
  await expectNoBarriers(page)
  await page.unrouteAll()
  await tryAgain(page).click()
  await expect(page.getByRole('link', { name: /O'Neil/ })).toBeVisible()
})

test('saved searches and filters that fail to load are not shown as empty', onlyInSoak, async ({ page }) => {
  await fail(page, /\/alumni_search\/(saved|choices)/)
  await page.goto('/alumni_search')
  await expect(page.getByText('Your saved searches could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await expect(panel.getByText('The choices could not be loaded.')).toBeVisible()
  await expectNoBarriers(page)
  await page.unrouteAll()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('The choices could not be loaded.')).toBeHidden()
  await expect(panel.getByRole('combobox', { name: 'College' })).toBeEnabled()
})

test('the heading of a refused page says what happened', onlyInSoak, async ({ page }) => {
  for (const [status, more, title] of [
    [429, { retry_after: 60 }, 'Please wait, then try again'],
    [403, { retry_after: 3600 }, 'Your network is locked out'],
    [503, {}, 'The service is busy'],
  ] as const) {
    const reply = { status, json: { error: `Refused with ${status}.`, ...more } }
    await fail(page, /\/alumni\/B00000004/, (route) => route.fulfill(reply))
    await page.goto('/alumni/B00000004')
    await expect(page.getByText(`Refused with ${status}.`)).toBeVisible()
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    await expect(page.getByText('Not for your role')).toHaveCount(0)
    await page.unrouteAll()
  }
})

test(
  'a search before the server is ready says so, and then shows its results by itself',
  onlyInSoak,
  async ({ page }) => {
    const error = 'The server is still reading everyone on file. Try again in a few seconds.'
    await fail(page, /\/alumni_search\?/, (route) => route.fulfill({ status: 503, json: { error, retry_after: 1 } }))
    await page.goto('/alumni_search?q=alvarez')
    await expect(page.getByText(error)).toBeVisible()
    await expect(page.getByText('The service is busy')).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByText('Álvarez').first()).toBeVisible()
    await expect(page.getByText(error)).toBeHidden()
  },
)

for (const { mode, how, message } of variants('offline', [
  { mode: 'broken', how: failWithError, message: 'The cable has been eaten.' },
  { mode: 'offline', how: offline, message: 'The server does not answer' },
])) {
  test(
    `a profile and the statistics keep their heading when they fail to load, and load on request: ${mode}`,
    onlyInSoak,
    async ({ page }) => {
      await fail(page, /\/alumni\/B00000004|\/engagement_stats\?/, how)
      for (const [address, title] of [
        ['/alumni/B00000004', 'Alumnus'],
        ['/engagement_stats?year=2025', 'Statistics'],
      ] as const) {
        await page.goto(address)
        await expect(page.getByText(message)).toBeVisible()
        await expect(heading(page)).toHaveText(title)
        await expect(page.getByText('Loading…')).toHaveCount(0)
        await expectNoBarriers(page)
      }
      await page.unrouteAll()
      await tryAgain(page).click()
      await expect(page.getByRole('region', { name: 'Engagements by month' })).toBeVisible()
      await expect(page).toHaveURL(/year=2025/)
      await page.goto('/alumni/B00000004')
      await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible()
    },
  )
}

test(
  'the palette says that no one was looked up, keeps what was typed, and repeats the search on request',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/tools')
    await expect(heading(page)).toHaveText('Tools')
    await fail(page, /\/alumni_search\?/)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find a person, a page or an action' })
    await palette.getByRole('combobox').fill('B00000004')
    const again = palette.getByRole('option', { name: /The search failed. Try again/ })
    await expect(again).toContainText('The cable has been eaten.')
    await expectNoBarriers(page)
    await page.unrouteAll()
    await again.click()
    await expect(palette.getByRole('option', { name: /O'Neil.*B00000004/ })).toBeVisible()
    await expect(palette.getByRole('combobox')).toHaveValue('B00000004')
  },
)
