import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, password, test } from '../fixtures/journey.ts'

type Place = { path: string; title: string; role: 'viewer' | 'staff' | 'admin' }

/** Every page of the staff app that has an address of its own, with the least role that may open it. */
const places: Place[] = [
  { path: '/alumni_search', title: 'Search alumni', role: 'viewer' },
  { path: '/engagement_stats', title: 'Statistics', role: 'viewer' },
  { path: '/tools', title: 'Tools', role: 'staff' },
  { path: '/tools/batch_search', title: 'Batch search', role: 'staff' },
  { path: '/settings', title: 'Settings', role: 'admin' },
  { path: '/settings/imports', title: 'Imports', role: 'admin' },
  { path: '/settings/imports/contacts', title: 'Contacts import', role: 'admin' },
  { path: '/settings/imports/educations', title: 'Educations import', role: 'admin' },
  { path: '/settings/imports/areas-of-study', title: 'Areas of study import', role: 'admin' },
  { path: '/settings/imports/employment', title: 'Employment import', role: 'admin' },
  { path: '/settings/crm/conflicts', title: 'CRM conflicts', role: 'admin' },
  { path: '/settings/crm/crm_changes', title: 'CRM changes', role: 'admin' },
  { path: '/settings/reports/alumni_without_degrees', title: 'Alumni without degrees', role: 'admin' },
  { path: '/settings/api_keys', title: 'API keys', role: 'admin' },
  { path: '/settings/majors', title: 'Majors', role: 'admin' },
  { path: '/settings/affinities', title: 'Affinities', role: 'admin' },
  { path: '/settings/activity_codes', title: 'Activity codes', role: 'admin' },
  { path: '/settings/colleges', title: 'Colleges', role: 'admin' },
  { path: '/settings/protection', title: 'Protection', role: 'admin' },
]
const refusedTo = { viewer: ['staff', 'admin'], staff: ['admin'] }

for (const { path, title, role } of places) {
  test.describe(`${title} on a phone`, () => {
    test.use({ person: role, viewport: { width: 390, height: 844 } })
    test(`opens for the role ${role}, without mistakes, barriers or sideways scroll`, async ({ page }) => {
      const mistakes = mistakesOf(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await expectNoBarriers(page)
      expect(mistakes).toEqual([])
    })
  })
}

for (const person of ['viewer', 'staff'] as const) {
  test.describe(`${person}`, () => {
    test.use({ person })
    test(`is refused every page of a higher role, in words`, async ({ page }) => {
      test.slow()
      for (const { path } of places.filter(({ role }) => refusedTo[person].includes(role))) {
        const reply = await page.goto(path)
        expect([path, reply?.status()]).toEqual([path, 403])
        await expect(page.getByRole('heading', { level: 1, name: /^This is open to .+ only/ })).toBeVisible()
      }
    })
  })
}

test('someone who is not signed in is asked to, and comes to the page they wanted', async ({ page }) => {
  for (const { path } of places) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?return_to=${encodeURIComponent(path)}`)
  }
})

test.describe('the menu', () => {
  test.use({ person: 'admin' })
  test('leads nowhere that is not tried here', async ({ page }) => {
    const tried = new Set(places.map(({ path }) => path))
    const linked: string[] = []
    for (const path of ['/tools', '/settings', '/settings/imports']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      linked.push(...(await page.locator('nav[aria-label="Sections"] li a, main a[href^="/settings/imports/"]').evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))))
    }
    expect(linked.length).toBeGreaterThan(places.length - 4)
    expect(linked.filter((path) => !tried.has(path) && !/batches/.test(path))).toEqual([])
  })
})

test.describe('a form outlives the session', () => {
  test.use({ person: 'admin' })
  test('Ada is signed out while she types, signs in again over the page, and saves what she typed', async ({ page, context }) => {
    await page.goto('/settings/colleges')
    await page.getByRole('button', { name: 'Add college' }).click()
    const form = page.getByRole('dialog', { name: 'Add a college' })
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill('OUTLIVE')
    await form.getByRole('textbox', { name: 'Name' }).fill('College of Patience')
    await context.clearCookies()
    await form.getByRole('button', { name: 'Add' }).click()
    const again = page.getByRole('dialog', { name: 'You have been signed out' })
    await expect(again.getByLabel('E-mail')).toHaveValue('admin@example.edu')
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toBeHidden()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('College of Patience')
    await form.getByRole('button', { name: 'Add' }).click()
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: 'Delete College of Patience' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await expect(page.getByRole('button', { name: 'Delete College of Patience' })).toBeHidden()
  })

  test('of two who edit the same entry the slower sees both, and decides', async ({ page, pageOf }) => {
    const other = await pageOf('admin')
    for (const tab of [page, other]) {
      await tab.goto('/settings/affinities?q=Baseball')
      await tab.getByRole('button', { name: 'Edit Baseball', exact: true }).click()
    }
    await other.getByRole('textbox', { name: 'Name' }).fill('Base Ball')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByRole('dialog')).toBeHidden()
    const mine = page.getByRole('textbox', { name: 'Name' })
    await mine.fill('Baseball Club')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Theirs: Base Ball')).toBeVisible()
    await expect(mine).toHaveValue('Baseball Club')
    await mine.fill('Baseball')
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('a dialog with something typed in it asks before it closes', async ({ page }) => {
    await page.goto('/settings/colleges')
    await page.getByRole('button', { name: 'Add college' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('College of Second Thoughts')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Go on editing' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('College of Second Thoughts')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

/** What the browser complains about, as it comes. */
function mistakesOf(page: Page): string[] {
  const mistakes: string[] = []
  page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
  page.on('pageerror', (error) => mistakes.push(error.message))
  return mistakes
}
