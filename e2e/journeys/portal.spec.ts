import { expect, expectNoBarriersInAnyTheme, onlyInSoak, portalUrl, test } from '../fixtures/journey.ts'

test('a visitor reads the pages of the alumni site', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  for (const path of ['/', '/sign-up', '/sign-in', '/opportunities', '/events', '/news', '/communities', '/privacy'])
    await test.step(path, async () => {
      await page.goto(`${portalUrl()}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoBarriersInAnyTheme(page)
      expect(errors).toEqual([])
    })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the alumni site reads the same', onlyInSoak, async ({ page }) => {
    await page.goto(portalUrl())
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('staff pages do not exist on the alumni site', onlyInSoak, async ({ page }) => {
  const reply = await page.goto(`${portalUrl()}/settings/imports`)
  expect(reply?.status()).toBe(404)
  await expectNoBarriersInAnyTheme(page)
})
