import { act, expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'admin' })

test('Ada opens a report of possible duplicates, marks a pair as different people, and takes it back', async ({
  page,
}) => {
  await page.goto('/settings/reports')
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'People who may be the same person' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'People who may be the same person' })).toBeVisible()
  await page.getByRole('button', { name: /^Check (now|again)$/ }).click()
  await expect(page.getByText('Everything has been checked')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search pairs by name, BUID or e-mail' }).fill('smith.family')
  await expect(page).toHaveURL(/q=smith\.family/)
  const pair = page.getByRole('row').filter({ hasText: 'Smith-Jones' }).filter({ hasText: 'Same e-mail' })
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
  await expect(pair).toHaveCount(1)
  await expectNoBarriers(page)
  await pair.getByRole('button', { name: /^Not the same person: / }).click()
  await expect(page.getByRole('heading', { name: 'No pair matches' })).toBeVisible()
  await page.getByRole('switch', { name: 'Dismissed' }).press('Space')
  await expect(pair).toContainText('Ada Lindqvist')
  await pair.getByRole('button', { name: /^Suggest again: / }).click()
  await expect(pair).toHaveCount(0)
  await page.getByRole('switch', { name: 'Dismissed' }).press('Space')
  await expect(pair).toHaveCount(1)
})

test(
  'an address of two people is found by one of them, and the exported file has both',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/settings/reports/duplicate_emails?q=B00000007')
    const row = page.getByRole('row').filter({ hasText: 'smith.family@example.org' })
    await expect(row).toContainText('Smith-Jones')
    await expectNoBarriers(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export 1 address' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('duplicate-emails.csv')
    let file = ''
    for await (const chunk of await download.createReadStream()) file += String(chunk)
    expect(file.trim().split('\r\n')).toHaveLength(3)
  },
)

test('the uses of a college are counted, and each number links to them', onlyInSoak, async ({ page }) => {
  await page.goto('/settings/colleges')
  await act(page.getByRole('row', { name: /College of Engineering/ }), /what uses it/)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: /majors?$/ })).toBeVisible()
  await expectNoBarriers(page)
  await dialog.getByRole('link', { name: /educations?$/ }).click()
  await expect(page).toHaveURL(/\/alumni_search\?college=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
})
