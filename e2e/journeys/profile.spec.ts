import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff', permissions: ['clipboard-read', 'clipboard-write'] })
test.describe.configure({ mode: 'default' })

const peggys = '/alumni/B00000004'
const factOf = (page: Page, label: string) =>
  page.locator('header dl > div', { has: page.getByText(label, { exact: true }) }).getByRole('definition')
const cardOf = (page: Page, name: string) => page.getByRole('region', { name })

async function openForm(page: Page): Promise<void> {
  await page.goto(peggys)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('form', { name: 'Contact details' })).toBeVisible()
}

test('Stan reads Peggy’s profile and filters her engagements', async ({ page }) => {
  await page.goto(peggys)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr. ’84, MBA ’91`,
  )
  await expect(page).toHaveTitle(/O'Neil Jr\. ’84, MBA ’91 · /)
  await expect(factOf(page, 'Degrees')).toHaveText(/^MBA Finance, .* May 1991\s*BA Biology, .* May 1984$/)
  await expect(factOf(page, 'Lives in')).toHaveText('Boston, MA')
  // Other journeys import employment and record events at the same time.
  await expect(factOf(page, 'Last engagement')).toHaveText(/Event attended, \w+ \d+, 20\d\d$/)
  await expect(factOf(page, 'Giving')).toHaveText(/Donor since 2024\s*Last gift on April 3, 2024/)
  await expect(page.getByRole('region', { name: /^(Degrees|Employment|Identity)/ })).toHaveCount(0)
  await expect(cardOf(page, 'Contact')).toContainText('personal, champion')
  const engagement = cardOf(page, 'Engagement')
  await expect(engagement.getByRole('listitem').filter({ hasText: 'Homecoming 2024' })).toHaveCount(1)
  await engagement.getByRole('combobox', { name: 'Fiscal year' }).click()
  await page.getByRole('option', { name: 'Fiscal year 2025 (1)' }).click()
  await expect(page).toHaveURL(/year=2025/)
  await expect(engagement.getByRole('listitem')).toHaveText([/Homecoming 2024/])
  await page.reload()
  await expect(engagement.getByRole('listitem')).toHaveCount(1)
  await engagement.getByRole('combobox', { name: 'Fiscal year' }).click()
  await page.getByRole('option', { name: 'Fiscal year 2025 (1)' }).click()
  await engagement.getByRole('combobox', { name: 'Activity' }).click()
  await page.getByRole('option', { name: 'Gift (1)' }).click()
  await expect(page).toHaveURL(/activity=gift/)
  await expect(engagement.getByRole('listitem')).toHaveCount(1)
  await expectNoBarriers(page)
})

test('the page shows the values of the row while it loads', async ({ page }) => {
  await page.goto('/alumni_search?q=peggy')
  const link = page.getByRole('link', { name: /O'Neil/ }).first()
  await expect(link).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/alumni\/B00000004$/, async (route) => {
    await released
    await route.continue()
  })
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText("O'Neil")
  await expect(factOf(page, 'Lives in')).toHaveText('Boston, MA')
  await expect(cardOf(page, 'Contact')).toHaveCount(0)
  release()
  await expect(cardOf(page, 'Contact')).toBeVisible()
})

test('a button and a key copy the BUID', onlyInSoak, async ({ page }) => {
  await page.goto(peggys)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Peggy')
  await page.keyboard.press('c')
  await expect(page.getByText('B00000004 is copied.')).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await expect(page.getByRole('button', { name: 'Copy BUID' })).toBeHidden()
  await page.getByText('Identifiers and name details').click()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Copy BUID' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('B00000004')
})

test('Stan corrects her e-mail, and the change waits for the CRM on her profile and on Ada’s page', async ({
  page,
  pageOf,
}) => {
  await openForm(page)
  const email = page.getByRole('textbox', { name: 'Primary e-mail' })
  await email.fill('peggy at example')
  await email.press('Enter')
  await expect(page.getByText('Primary e-mail needs an address such as name@example.edu.')).toBeVisible()
  await expectNoBarriers(page)
  await email.fill('peggy.new@example.org')
  await email.press('Enter')
  await expect(cardOf(page, 'Contact').getByRole('link', { name: 'peggy.new@example.org' })).toBeVisible()
  const change = cardOf(page, 'Changes for the CRM').getByRole('listitem')
  await expect(change).toContainText('Primary e-mail')
  await expect(change).toContainText('Stan Okafor')
  await page.getByRole('tab', { name: /^History [1-9]/ }).click()
  await expect(page.getByRole('tabpanel', { name: /^History/ })).toContainText('Primary e-mail changed')

  const adas = await pageOf('admin')
  await adas.goto(peggys)
  await cardOf(adas, 'Changes for the CRM').getByRole('link', { name: 'All changes of this person' }).click()
  await expect(adas).toHaveURL(/crm_changes\?.*q=B00000004/)
  await expect(adas.getByRole('row', { name: /B00000004/ })).toContainText('peggy.new@example.org')
})

test('the second of two editors sees what the first has saved, and loses nothing', async ({ page, pageOf }) => {
  const adas = await pageOf('admin')
  await openForm(page)
  await openForm(adas)
  await page.getByRole('textbox', { name: 'City' }).fill('Salem')
  await page.getByRole('textbox', { name: 'City' }).press('Enter')
  await expect(cardOf(page, 'Contact')).toContainText('Salem')
  await adas.getByRole('textbox', { name: 'City' }).fill('Quincy')
  await adas.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(adas.getByRole('alert').filter({ hasText: 'Someone else saved first' })).toBeVisible()
  await expect(adas.getByText('Theirs: Salem')).toBeVisible()
  await expect(adas.getByRole('textbox', { name: 'City' })).toHaveValue('Quincy')
  // At the top of the page, the bar covers no field.
  await adas.evaluate(() => scrollTo(0, 0))
  await expectNoBarriers(adas)
  await adas.getByRole('button', { name: 'Save mine' }).click()
  await expect(cardOf(adas, 'Contact')).toContainText('Quincy')
})

test('after a lost reply the form says so beside its button, and saving again is no conflict', async ({ page }) => {
  await openForm(page)
  let isLost = false
  await page.route('**/contact', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('textbox', { name: 'Street' }).fill('1 Lost Lane')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: 'The server could not be reached.' })).toBeInViewport()
  await save.click()
  await expect(cardOf(page, 'Contact')).toContainText('1 Lost Lane')
  await expect(page.getByRole('form', { name: 'Contact details' })).toBeHidden()
})

test('Escape asks before typed text is lost', onlyInSoak, async ({ page }) => {
  await openForm(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form', { name: 'Contact details' })).toBeHidden()
  await openForm(page)
  await page.getByRole('textbox', { name: 'City' }).fill('Nowhere')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Nowhere')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('form', { name: 'Contact details' })).toBeHidden()
})

test(
  'the address of a person who must not be contacted cannot be clicked by mistake, and Vera cannot edit',
  onlyInSoak,
  async ({ page, pageOf }) => {
    await page.goto('/alumni/B00000010')
    await expect(page.getByRole('note', { name: 'Deceased' })).toBeVisible()
    await expect(cardOf(page, 'Contact').getByText('smith.family@example.org').first()).toBeVisible()
    await expect(cardOf(page, 'Contact').getByRole('link')).toHaveCount(0)
    await expect(page.getByText(/^No employment, engagement, affinities, champion signup/)).toBeVisible()
    await expect(cardOf(page, 'Affinities')).toHaveCount(0)
    await expectNoBarriers(page)
    const veras = await pageOf('viewer')
    await veras.goto(peggys)
    await expect(cardOf(veras, 'Contact')).toBeVisible()
    await veras.keyboard.press('e')
    await expect(veras.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(veras.getByRole('form', { name: 'Contact details' })).toHaveCount(0)
  },
)

test('the page works on a phone', onlyInSoak, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openForm(page)
  await expectNoBarriers(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
})
