import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search signups by name/ })
const rows = (page: Page) => page.getByRole('table', { name: 'Champion signups' }).locator('[data-row]')
const status = (page: Page, label: string) => page.getByRole('radiogroup', { name: 'State' }).getByText(label)

async function readCount(page: Page): Promise<number> {
  const text = await page.getByRole('radiogroup', { name: 'State' }).locator('label[data-active]').innerText()
  return Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''))
}

test.describe('Stan manages the champions', () => {
  test.use({ person: 'staff' })

  test('he finds Siobhán by keyboard, opens her signup, and returns to her row', async ({ page }) => {
    await page.goto('/champion_signups')
    await expect(rows(page).first()).toBeVisible()
    await expectNoBarriers(page)
    await searchBox(page).focus()
    await page.keyboard.type('siobhan oneil')
    // The results have not arrived yet. The focus waits for them.
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/champion_signups\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Siobh[aá]n/)
    await page.goBack()
    await expect(rows(page).first()).toBeFocused()
  })

  test('he filters the list, saves it as a search, and exports it', async ({ page }) => {
    await page.goto('/champion_signups')
    await expect(rows(page).first()).toBeVisible()
    const all = await readCount(page)
    await page.keyboard.press('f')
    const panel = page.getByRole('dialog', { name: 'Filter' })
    const help = panel.getByRole('combobox', { name: 'Helps with' })
    await expect(help).toBeFocused()
    await help.fill('Mentor')
    await page.getByRole('option', { name: /^Mentor a student/ }).click()
    await panel.getByText('More filters').click()
    await panel.getByRole('combobox', { name: 'Country' }).fill('United States')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await panel.getByRole('button', { name: /^Show [\d,]+ signups?$/ }).click()
    const chips = page.getByRole('list', { name: 'Active filters' })
    await expect(chips).toContainText('Helps with: Mentoring')
    await status(page, 'Linked').click()
    await expect(page).toHaveURL(/status=linked&help=mentor&country=US/)
    await expect(page.getByRole('radio', { name: /^Linked/ })).toBeChecked()
    await expect(page.locator('table[data-stale]')).toHaveCount(0)
    const linked = await readCount(page)
    expect(linked).toBeLessThan(all)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save this search…' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mentors we know')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Replace)$/ })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Saved searches' }).click()
    await page.getByRole('link', { name: 'Mentors we know' }).click()
    await expect(chips).toContainText('Country: United States')
    await expect.poll(() => readCount(page)).toBe(linked)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(
      /^champion-signups-linked-helps-with-mentoring-united-states-[\d-]{10}\.csv$/,
    )
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toContain('ID,Name,Signup state,E-mail,City,State')
    expect(lines).toHaveLength(linked + 1)
    await page.getByRole('button', { name: 'Remove the filter Helps with: Mentoring' }).click()
    await expect(chips).not.toContainText('Mentoring')
    await expectNoBarriers(page)
  })

  test('he selects two signups with the same name, and compares them', onlyInSoak, async ({ page }) => {
    await page.goto("/champion_signups?q=o'neil&sort=name")
    await expect(rows(page).nth(1)).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByRole('button', { name: 'Choose another to compare' })).toBeDisabled()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByRole('group', { name: 'Chosen signups' })).toContainText('2 signups chosen')
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Compare and merge' }).click()
    await expect(page).toHaveURL(/\/champion_signups\/duplicates\?ids=\d+,\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ person: 'staff', viewport: { width: 390, height: 844 } })
  test(
    'a search without results says what to do, and nothing is wider than the screen',
    onlyInSoak,
    async ({ page }) => {
      await page.goto('/champion_signups?q=nobodyhasthisname&help=mentor')
      await expect(page.getByRole('heading', { name: /^No signup was found/ })).toBeVisible()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Search without “nobodyhasthisname”' }).click()
      await expect(rows(page).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    },
  )
})
