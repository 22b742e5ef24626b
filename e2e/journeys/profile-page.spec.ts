import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'viewer' })

const joses = '/alumni/B00000001'
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

test('Vera finds the answers above the engagements, and the history in a tab with its own link', async ({
  page,
  pageOf,
}) => {
  const stans = await pageOf('staff')
  await stans.goto(joses)
  const headers = { origin: new URL(stans.url()).origin, accept: 'application/json' }
  const { alumnus } = await (await stans.request.get(joses, { headers })).json()
  const data = { street: `${Date.now()} Elm Street`, seen: { street: alumnus.street } }
  expect((await stans.request.patch(`${joses}/contact`, { headers, data })).status()).toBe(200)
  await page.goto(joses)
  await expect(page.getByRole('region', { name: 'Engagement' })).toBeVisible()
  await expect(page.locator('header dl').first()).toContainText(/Lives in.*Last engagement.*Champion/)
  await expect(page.getByRole('heading', { name: /newest first/ })).toHaveCount(0)
  await tab(page, /^Records/).press('ArrowRight')
  await expect(page.getByRole('tabpanel', { name: /^History/ })).toContainText('newest first')
  await expect(page).toHaveURL(/tab=history/)
  await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible()
  await page.reload()
  await expect(tab(page, /^History \d/)).toHaveAttribute('aria-selected', 'true')
  await expectNoBarriers(page)
  await page.goBack()
  await expect(tab(page, /^Records/)).toHaveAttribute('aria-selected', 'true')
})

test.describe('in the header', () => {
  test.use({ person: 'staff', viewport: { width: 390, height: 844 } })
  test('a tag marks a champion, and on a phone the contact data comes first', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni/B00000004')
    const mark = page.getByRole('link', { name: /^Champion since / })
    await expect(mark).toBeVisible()
    const names = await page
      .getByRole('region')
      .evaluateAll((all) => all.map((one) => one.querySelector('h2')?.textContent))
    expect(names[0]).toBe('Contact')
    await mark.click()
    await expect(page).toHaveURL(/champion_signups\/\d+/)
  })
})

test(
  'an unknown page and a page that her role may not open are explained inside the app',
  onlyInSoak,
  async ({ page }) => {
    for (const [path, status, title, message] of [
      ['/nothing/here', 404, 'Not found', 'There is nothing at this address.'],
      ['/alumni/B99999999', 404, 'Not found', 'There is no such alumnus.'],
      ['/champion_signups/1', 403, 'Not for your role', /people whose role is staff only. Ask an administrator/],
    ] as const) {
      const reply = await page.goto(path)
      expect([path, reply?.status()]).toEqual([path, status])
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText(message)).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      await expectNoBarriers(page)
    }
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: /^Find a person/ })).toBeFocused()
  },
)
