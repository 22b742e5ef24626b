import type { Page } from '@playwright/test'
import { signUpOnOnePage } from '../fixtures/champion.ts'
import { expect, expectNoBarriers, onlyInSoak, portalUrl, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const chip = (page: Page, name: string) => page.getByRole('list', { name: 'Quick filters' }).getByRole('link', { name })

async function filterNear(page: Page, place: string, within?: string) {
  const field = page.getByLabel('Near')
  if (!(await field.isVisible())) await page.getByText(/^Filter/).click()
  await field.fill(place)
  if (within) await page.getByLabel('Within').selectOption(within)
  await page.getByRole('button', { name: 'Show' }).click()
}

for (const { mode, options } of variants('without JavaScript, on a phone', [
  { mode: 'with JavaScript', options: {} },
  {
    mode: 'without JavaScript, on a phone',
    options: { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  },
]))
  test.describe(mode, () => {
    test.use(options)
    const checkBarriers = async (page: Page) => ('javaScriptEnabled' in options ? undefined : expectNoBarriers(page))

    test('Nora finds what is near her, near another city, and online', async ({ page, messagesTo }) => {
      await page.goto(`${portalUrl()}/events`)
      await expect(chip(page, 'Online')).toBeVisible()
      await expect(chip(page, 'Near me')).toHaveCount(0)
      await signUpOnOnePage(page, messagesTo, 'Nora', `${crypto.randomUUID().slice(0, 8)}@example.org`)

      await page.goto(`${portalUrl()}/events`)
      await chip(page, 'Near me').click()
      await expect(page).toHaveURL(/\/events\?near=me$/)
      await expect(page.getByText(/^\d+ upcoming events within 50 miles of you \(02118\)$/)).toBeVisible()
      await expect(link(page, 'Dinner at one long table')).toBeVisible()
      await expect(link(page, 'Posada en la Roma')).toHaveCount(0)
      await checkBarriers(page)

      const cities = await page.locator('#near-places option').evaluateAll((all) => all.map((one) => one.outerHTML))
      expect(cities.join()).toContain('Boston, MA')
      await filterNear(page, 'Dublin, Ireland')
      await expect(page.getByText('1 upcoming event in Dublin, Ireland')).toBeVisible()
      await expect(link(page, 'A dinner far from home')).toBeVisible()
      await expect(page.getByText('Parish Hall, Dublin, Ireland')).toBeVisible()

      await filterNear(page, 'Atlantis')
      await expect(page.getByText('We cannot find a place called “Atlantis”.')).toBeVisible()
      await expect(link(page, 'Posada en la Roma')).toBeVisible()
      await checkBarriers(page)
      await filterNear(page, 'Denver, CO', '10')
      await expect(
        page.getByRole('heading', { name: 'No upcoming events within 10 miles of Denver, CO' }),
      ).toBeVisible()
      await checkBarriers(page)
      await page
        .getByRole('main')
        .getByRole('link', { name: /^See \d+ upcoming events/ })
        .click()
      await expect(page.getByText(/^\d+ upcoming events/).first()).toBeVisible()

      await page.goto(`${portalUrl()}/events`)
      await chip(page, 'Online').click()
      await expect(page.getByText(/^\d+ upcoming events online$/)).toBeVisible()
      await expect(link(page, 'Book circle: the next book')).toBeVisible()
      await expect(link(page, 'Dinner at one long table')).toHaveCount(0)
      await filterNear(page, '02118')
      await expect(page.getByText(/^\d+ upcoming events within 50 miles of 02118 or online$/)).toBeVisible()
      await chip(page, 'Online').click()
      await expect(page).toHaveURL(/near=02118/)
      await expect(link(page, 'Book circle: the next book')).toHaveCount(0)

      await page.goto(`${portalUrl()}/opportunities`)
      await chip(page, 'Near me').click()
      await expect(page.getByText(/^\d+ opportunities within 50 miles of you \(02118\)$/)).toBeVisible()
      await expect(link(page, 'Host students far from home for dinner')).toBeVisible()
      await expect(link(page, 'Welcome graduates who are new in Dublin')).toHaveCount(0)
      await checkBarriers(page)
    })
  })

test.describe('for staff', () => {
  test.use({ person: 'staff' })

  test('choosing a known city fills in its state and country', onlyInSoak, async ({ page }) => {
    await page.goto('/champion_signups/events/new')
    const city = page.getByRole('combobox', { name: 'City' })
    await city.fill('dub')
    await page.getByRole('option', { name: 'Dublin, Ireland' }).click()
    await expect(city).toHaveValue('Dublin')
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Ireland')
    await city.fill('glou')
    await city.press('ArrowDown')
    await city.press('Enter')
    await expect(city).toHaveValue('Gloucester')
    await expect(page.getByRole('textbox', { name: 'State or region' })).toHaveValue('MA')
    await expectNoBarriers(page)
    await city.fill('Salem')
    await expect(city).toHaveValue('Salem')
  })
})
