import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))

test.describe('the start page of Stan', () => {
  test.use({ person: 'staff' })

  test('each number links to a list with exactly that many rows', async ({ page }) => {
    // Other journeys sign up and link champions at the same time.
    await expect(async () => {
      await page.goto('/alumni_search')
      const line = section(page, 'Waiting for you').getByRole('link', { name: /^Signups to be linked/ })
      const waiting = numberIn(await line.textContent())
      await line.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Link signups' })).toBeVisible()
      expect(numberIn(await page.getByText(/^[\d,]+ signups? (is|are) waiting to be linked/).textContent())).toBe(
        waiting,
      )
    }).toPass()
  })

  test('on a phone each number is on the line of its label, at the right', async ({ page }) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/alumni_search')
      const lines = section(page, 'Waiting for you').getByRole('link')
      await lines.first().waitFor()
      for (const line of await lines.all()) {
        const [row, label, number] = await Promise.all(
          [line, line.locator('span'), line.locator('strong')].map((each) => each.boundingBox()),
        )
        expect(await line.textContent()).toMatch(/^[A-Z]/)
        expect(Math.abs(number!.y - label!.y)).toBeLessThan(3)
        expect(number!.height).toBeLessThan(25)
        expect(number!.x + number!.width).toBeCloseTo(row!.x + row!.width, 0)
      }
    }
  })

  test('a search that Vera shares is listed with its number, until she stops sharing it', async ({ page, pageOf }) => {
    const vera = await pageOf('viewer')
    // Another journey imports doctors at the same time.
    const name = `Managers of ${Date.now()}`
    await vera.goto('/alumni_search?degree=MBA')
    await vera.getByRole('button', { name: 'More actions' }).click()
    await vera.getByRole('menuitem', { name: 'Save this search…' }).click()
    await vera.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await vera.getByLabel('Colleagues see it too').check()
    await vera.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(vera.getByRole('dialog')).toBeHidden()

    await page.goto('/alumni_search/saved')
    const row = page.getByRole('row', { name })
    await expect(row).toContainText('Degree: MBA')
    const counted = row.locator('[data-column=found]')
    await expect(counted).toContainText(/\d/)
    const finds = numberIn(await counted.textContent())
    await expectNoBarriers(page)
    await row.press('Enter')
    await expect(page).toHaveURL('/alumni_search?degree=MBA')
    const found = page.getByRole('region', { name: 'Results' }).getByRole('status').first()
    await expect(found).toContainText(/\d/)
    expect(numberIn(await found.textContent())).toBe(finds)

    await vera.goto('/alumni_search/saved')
    await vera.getByRole('row', { name }).press('d')
    await expect(vera.getByRole('row', { name })).toHaveCount(0)
    await page.goto('/alumni_search')
    await expect(section(page, 'Saved searches')).not.toContainText(name)
  })
})

test.describe('the start page of Ada', () => {
  test.use({ person: 'admin' })

  test('her daily work in the rail: the settings begin with what needs her', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search')
    const waiting = section(page, 'Waiting for you')
    await expect(waiting.getByRole('link').first()).toBeVisible()
    await expectNoBarriers(page)

    const rail = page.getByRole('navigation', { name: 'Sections' })
    const people = rail.getByRole('list', { name: 'People' })
    await expect(people.getByRole('link', { name: 'Batch search' })).toBeVisible()
    await rail.getByRole('list', { name: 'Data' }).getByRole('link', { name: 'Reports' }).click()
    await expect(rail.locator('[aria-current]')).toHaveText('Reports')
    await expect(people.getByRole('link')).toHaveText([
      'Search',
      'Saved searches',
      'Batch search',
      'Classes',
      'Statistics',
      'Letters',
    ])
    await rail.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Needs attention',
      'Lists that records use',
      'Access and the service',
      'Health',
      'Backups',
      /^What is new in v/,
    ])
    const needs = section(page, 'Needs attention')
    await needs.getByRole('link', { name: 'Show users' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
    await expect(page).toHaveURL(/second_factor=no/)
    await page.goBack()
    await expectNoBarriers(page)
    await expect(page.getByRole('main').getByRole('link', { name: 'Imports', exact: true })).toHaveCount(0)
  })

  test(
    'in an empty installation leads to the import of contacts, on each page in its own words',
    onlyInSoak,
    async ({ page }) => {
      await page.route('**/alumni_search/on_file', (route) =>
        route.fulfill({ json: { has_alumni: false, administrators: ['Ada Lindqvist'] } }),
      )
      for (const path of ['/alumni_search', '/tools/batch_search', '/settings/reports']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: 'No alumni on file yet' })).toBeVisible()
      }
      await expectNoBarriers(page)
      await page.getByRole('link', { name: 'Import contacts' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Contacts import' })).toBeVisible()
    },
  )
})
