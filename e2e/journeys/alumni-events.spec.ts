import type { Page } from '@playwright/test'
import { askForSignInLetter, codeOf, type MessagesTo } from '../fixtures/champion.ts'
import { expect, expectNoBarriers, onlyInSoak, portalUrl, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

async function signIn(page: Page, address: string, messagesTo: MessagesTo): Promise<void> {
  await page.getByLabel(/code/).fill(codeOf(await askForSignInLetter(page, messagesTo, address)))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

const people = [
  { mode: 'with JavaScript', name: 'José', address: 'jose.alvarez@example.org', javaScriptEnabled: true, width: 1280 },
  {
    mode: 'without JavaScript, on a phone',
    name: 'Minh',
    address: 'minh.nguyen@example.com',
    javaScriptEnabled: false,
    width: 390,
  },
] as const

for (const { mode, name, address, javaScriptEnabled, width } of variants('with JavaScript', people)) {
  test.describe(mode, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } })
    // axe needs scripts; the variant with scripts checks the same pages.
    const checkBarriers = async (page: Page) => (javaScriptEnabled ? expectNoBarriers(page) : undefined)

    test(`${name} finds an event, says yes with guests, changes it, cancels, joins another’s waiting list, and joins a community`, async ({
      page,
      messagesTo,
      signInsAlone: _,
    }) => {
      await page.goto(`${portalUrl()}/events`)
      await checkBarriers(page)
      // On a phone, the filters are collapsed, so that the first event is visible without scrolling.
      if (width < 640) {
        const events = page.getByRole('main').getByRole('heading', { level: 2 })
        await expect(events.getByRole('link').first()).toBeInViewport()
        await expect(page.getByLabel('Community')).toBeHidden()
        await page.getByText('Filter', { exact: true }).click()
      }
      await page.getByLabel('Community').selectOption('Music and theater')
      await page.getByRole('button', { name: 'Show' }).click()
      await expect(page).toHaveURL(/community=music-and-theater/)
      await page.getByRole('link', { name: 'Winter concert of the alumni choir' }).click()
      await checkBarriers(page)
      await page.getByRole('link', { name: 'Sign in and answer at once' }).click()
      await signIn(page, address, messagesTo)
      await expect(page).toHaveURL(/\/events\/winter-concert$/)

      await expect(page.getByLabel('Who is coming?')).toHaveValue('0')
      await page.getByLabel('Who is coming?').selectOption('Me and 2 guests')
      await page.getByRole('button', { name: 'Count me in' }).click()
      await expect(page.getByText('You are going, with 2 guests')).toBeVisible()
      await checkBarriers(page)
      await expect
        .poll(async () => (await messagesTo(address)).map(({ subject }) => subject))
        .toContain('You are going: Winter concert of the alumni choir')

      await page.getByText('Change who is coming').click()
      await expect(page.getByLabel('Who is coming?')).toHaveValue('2')
      await page.getByLabel('Who is coming?').selectOption('Me and 1 guest')
      await page.getByRole('button', { name: 'Save who is coming' }).click()
      await expect(page.getByText('You are going, with 1 guest')).toBeVisible()
      await page.getByRole('link', { name: 'See who' }).click()
      await expect(page.getByText(name, { exact: false }).first()).toBeVisible()
      await checkBarriers(page)
      await page.getByRole('link', { name: 'Back to the event' }).click()
      await page.getByRole('link', { name: 'All events' }).click()
      await expect(page.getByText('You are going').first()).toBeVisible()
      await page.goto(`${portalUrl()}/events/winter-concert`)
      await page.getByRole('button', { name: 'Cancel my place' }).click()
      await expect(page.getByRole('heading', { name: 'Will you come?' })).toBeVisible()

      await page.goto(`${portalUrl()}/events/workshop-visit-boatbuilder`)
      await page.getByRole('button', { name: 'Join the waiting list' }).click()
      await expect(page.getByText(/You are number \d+ on the waiting list/)).toBeVisible()
      await checkBarriers(page)
      await expectNoHorizontalScroll(page)
      await page.getByRole('button', { name: 'Leave the waiting list' }).click()
      await expect(page.getByRole('button', { name: 'Join the waiting list' })).toBeVisible()

      await page.goto(`${portalUrl()}/communities`)
      await checkBarriers(page)
      await expectNoHorizontalScroll(page)
      await page.getByRole('link', { name: 'Bayside in New York' }).click()
      await page.getByRole('button', { name: 'Join Bayside in New York' }).click()
      await expect(page.getByText('You are a member')).toBeVisible()
      await checkBarriers(page)
      await page.getByRole('link', { name: /^Members/ }).click()
      await expect(page.getByText(/^Member since/).first()).toBeVisible()
      await checkBarriers(page)
      await page.getByRole('button', { name: 'Leave Bayside in New York' }).click()
      await expect(page.getByRole('button', { name: 'Join Bayside in New York' })).toBeVisible()
    })
  })
}

for (const { mode, scheme, width } of variants('in dark on a phone', [
  { mode: 'in light on a wide screen', scheme: 'light', width: 1280 },
  { mode: 'in dark on a phone', scheme: 'dark', width: 390 },
]))
  test(`a visitor reads news, events and communities ${mode}, without scripts`, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 844 })
    for (const path of [
      '/news',
      '/news/a-thousand-hours',
      '/news?community=mexico-city',
      '/events?time=past',
      '/events/new-york-gallery-night',
      '/events/homecoming',
      '/communities/ireland',
      '/communities/ireland/news',
      '/communities/young-alumni/events',
    ]) {
      await page.goto(`${portalUrl()}${path}`)
      expect(await page.locator('script').count()).toBe(0)
      await expectNoHorizontalScroll(page)
      await expectNoBarriers(page)
    }
    expect(scripts).toEqual([])
  })

test('a program finds the feed, the calendar and the sitemap of the site', onlyInSoak, async ({ page }) => {
  await page.goto(`${portalUrl()}/news`)
  const feed = await page.locator('link[type="application/atom+xml"]').getAttribute('href')
  const read = (path: string) => page.evaluate(async (path) => (await fetch(path)).text(), path)
  expect(await read(feed!)).toContain('<feed xmlns="http://www.w3.org/2005/Atom">')
  expect(await read('/events/winter-concert/calendar.ics')).toContain('BEGIN:VEVENT')
  expect(await read('/sitemap.xml')).toContain('/events/winter-concert')
  expect(await read('/robots.txt')).toContain('Sitemap:')
  await page.goto(`${portalUrl()}/events/winter-concert`)
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.goto(image!))?.headers()['content-type']).toBe('image/png')
})
