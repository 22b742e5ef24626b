import { expect, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

test('the sign-in page is complete when a session ends on another page', onlyInSoak, async ({ page }) => {
  await page.route('**/login', async (route) => {
    if (!route.request().headers().accept?.includes('application/json')) return route.continue()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), has_google: true } })
  })
  await page.goto('/alumni_search')
  await expect(page.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
  await page.context().clearCookies()
  // A background request of the page may remove the link before the click.
  const link = page.getByRole('link', { name: 'Champions' }).first()
  void link.click().catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  // The page may send another request while the journey ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
