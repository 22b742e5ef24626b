import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

test('Stan sees who is coming with class and city, and opens exactly these alumni in the search', async ({ page }) => {
  await page.goto('/champion_signups/events')
  await page.getByRole('link', { name: 'Winter concert of the alumni choir' }).click()
  await expect(page.getByRole('columnheader', { name: 'Attended before' })).toBeVisible()
  const peggy = page.getByRole('row', { name: /^Peggy/ }).first()
  await expect(peggy).toContainText(/O'Neil ’84 ’91/)
  await expect(peggy).toContainText(/Boston · .+@/)
  await expectNoBarriers(page)
  const rows = page.getByRole('table', { name: 'Answers' }).getByRole('row')
  const people = (await rows.count()) - 1 - (await rows.filter({ hasText: 'Not linked' }).count())
  await page.getByRole('link', { name: 'In search' }).click()
  await expect(page).toHaveURL(/\/alumni_search\?answered=event-\d+&answer=going$/)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips).toContainText('Answered: Winter concert of the alumni choir')
  await expect(page.getByText('Answers of people who are not linked to alumni are not listed here.')).toBeVisible()
  await expect(page.getByText(`${people} ${people === 1 ? 'person' : 'people'}`, { exact: true }).first()).toBeVisible()
})

test(
  'Stan types the start of an event’s name into the filter, and chooses the suggestion with the keyboard',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/alumni_search?degree=BA')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.keyboard.press('f')
    const event = page.getByRole('dialog', { name: 'Filter' }).getByLabel('Event', { exact: true })
    await event.fill('homecoming')
    const first = page.getByRole('option').first()
    await expect(first).toContainText(/Homecoming.*\d{4} · [\d,]+ (person|people)/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(event).toHaveValue(/^Homecoming \d{4}/)
    await expect(page).toHaveURL(/event=Homecoming\+\d{4}/)
  },
)
