import { act, expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'admin' })

test('Ada sees who was banned and why, lifts the ban, and reads the limits', async ({ page, playwright, baseURL }) => {
  // Requests through a proxy are counted; direct requests of this machine are not.
  const stranger = await playwright.request.newContext({
    baseURL,
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9', accept: 'application/json' },
  })
  const statuses: number[] = []
  for (let turn = 0; turn < 14; turn++) statuses.push((await stranger.post('/password-resets', { data: {} })).status())
  expect(statuses).toEqual([400, 400, 400, ...Array(10).fill(429), 403])

  await page.goto('/settings')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Protection/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Protection')
  const ban = page
    .getByRole('table', { name: 'Addresses that are locked out' })
    .getByRole('row', { name: /127\.0\.0\.1/ })
  await expect(ban).toContainText('Over a limit 10 times, last: forgotten passwords')
  await expect(page.getByRole('table', { name: 'Limits' }).getByRole('row', { name: /All requests/ })).toContainText(
    '300 per 5 minutes',
  )
  await expectNoBarriers(page)

  await act(ban, 'Lift the ban…')
  await expect(page.getByRole('dialog')).toContainText('Its counts start from zero')
  await expectNoBarriers(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the ban' }).click()
  await expect(page.getByText('127.0.0.1 is let in again.')).toBeVisible()
  await expect(page.getByText('No one is locked out.')).toBeVisible()
  expect((await stranger.post('/password-resets', { data: {} })).status()).toBe(400)

  const refused = page.getByRole('table', { name: 'Recently refused' })
  await expect(refused.getByRole('row', { name: /127\.0\.0\.1/ })).toContainText('10 times')
  await page.getByRole('searchbox', { name: 'Search by the beginning of an address' }).fill('198.')
  await expect(page).toHaveURL(/q=198\./)
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible()
  await stranger.dispose()
})

for (const person of ['viewer', 'staff'] as const) {
  test(`${person} is refused`, onlyInSoak, async ({ pageOf }) => {
    const page = await pageOf(person)
    expect((await page.goto('/settings/protection'))?.status()).toBe(403)
  })
}
