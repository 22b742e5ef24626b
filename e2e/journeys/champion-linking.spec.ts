import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const rows = (page: Page) => page.getByRole('table', { name: 'Signups that match one alumnus' }).locator('[data-row]')
const queueText = (page: Page) => page.getByText(/waiting to be linked to alumni/)
const place = (page: Page) => page.getByRole('region', { name: /^Signup \d+ of \d+$/ })

test('Stan reviews the certain links, confirms two of them at once, and undoes it', async ({ page }) => {
  await page.goto('/champion_signups')
  await page.getByRole('link', { name: 'Link signups' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Link signups' })).toBeVisible()
  await expect(rows(page).nth(2)).toBeVisible()
  const all = await rows(page).count()
  await expect(page.getByRole('button', { name: `Link ${all} signups` })).toBeEnabled()
  await expectNoBarriers(page)

  await page.getByRole('checkbox', { name: 'All on this page' }).uncheck()
  await expect(page.getByRole('button', { name: 'Link 0 signups' })).toBeDisabled()
  const last = [rows(page).nth(all - 1), rows(page).nth(all - 2)]
  for (const row of last) await row.getByRole('checkbox').check()
  const name = await last[0]!.getByRole('link').first().innerText()
  await page.getByRole('button', { name: 'Link 2 signups' }).click()
  await expect(page.getByText('2 signups are linked.')).toBeVisible()
  await expect(place(page)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rows(page).filter({ hasText: name }).first()).toBeVisible()
  await expect(rows(page)).toHaveCount(all)
})

test('Stan works through the queue by keyboard: he skips one, links one, and undoes it', async ({ page }) => {
  await page.goto('/champion_signups/linking')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('s')
  const countWaiting = async () => Number(/^[\d,]+/.exec(await queueText(page).innerText())![0].replace(',', ''))
  await expect(place(page)).toHaveAccessibleName(`Signup 1 of ${await countWaiting()}`)
  await expectNoBarriers(page)
  await page.keyboard.press('s')
  await expect(place(page)).toHaveAccessibleName(/^Signup 2 of/)
  await expect(place(page)).toContainText('1 skipped')
  await page.keyboard.press('k')
  await expect(place(page)).toHaveAccessibleName(/^Signup 1 of/)
  for (const at of [2, 3, 4, 5]) {
    await page.keyboard.press('j')
    await expect(place(page)).toHaveAccessibleName(new RegExp(`^Signup ${at} of`))
  }
  const chosen = page.getByRole('radio', { checked: true })
  await expect(chosen).toBeFocused()
  await expect(page.getByRole('list', { name: 'Reasons' }).first()).toContainText('Same')
  const before = await countWaiting()
  await page.keyboard.press('Enter')
  await expect(place(page)).toContainText('1 linked')
  await expect(place(page)).toHaveAccessibleName(/^Signup 6 of/)
  expect(await countWaiting()).toBe(before - 1)
  await page.keyboard.press('u')
  await expect(page.getByText(/is no longer linked\.$/)).toBeVisible()
  await expect(place(page)).toHaveAccessibleName(/^Signup 5 of/)
  await expect(place(page)).not.toContainText('1 linked')
})

test('a request whose reply was lost is sent again, and nothing is linked twice', onlyInSoak, async ({ page }) => {
  await page.goto('/champion_signups/linking')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('s')
  for (const at of [2, 3, 4, 5, 6, 7]) {
    await page.keyboard.press('j')
    await expect(place(page)).toHaveAccessibleName(new RegExp(`^Signup ${at} of`))
  }
  const isLink = (url: URL) => url.pathname === '/champion_signups/linking'
  await page.route(isLink, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await expect(page.getByRole('radio', { checked: true })).toBeFocused()
  await page.keyboard.press('l')
  await expect(page.getByRole('alert').filter({ hasText: 'The server did not answer' })).toBeVisible()
  await expect(place(page)).toHaveAccessibleName(/^Signup 7 of/)
  await page.unroute(isLink)
  await page.keyboard.press('l')
  await expect(place(page)).toContainText('1 linked')
  await page.keyboard.press('u')
  await expect(place(page)).not.toContainText('1 linked')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the queue is as wide as the screen', onlyInSoak, async ({ page }) => {
    await page.goto('/champion_signups/linking')
    await page.getByRole('button', { name: 'Review them one by one' }).click()
    await expect(page.getByRole('radio', { checked: true })).toBeFocused()
    await expectNoBarriers(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
