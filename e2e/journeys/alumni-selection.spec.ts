import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

const [peggy, robert] = ['B00000004', 'B00000010']
const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search alumni by name/ })
const rows = (page: Page) => page.getByRole('table', { name: 'Alumni who were found' }).locator('[data-row]')
const bar = (page: Page) => page.getByRole('group', { name: 'Selected people' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export to a CSV file' })
const linesOf = async (file: Download) => (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')

test.use({ person: 'staff' })

test('Robert, who died, is struck out wherever Stan would write to him, and only one of two addresses is copied', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`/alumni_search?q=${robert}`)
  const row = rows(page).first()
  await expect(row.locator('del')).toHaveText('smith.family@example.org')
  for (const mark of ['Deceased', 'Do not contact', 'Do not e-mail'])
    await expect(row.getByTitle(mark, { exact: true })).toBeVisible()
  await expectNoBarriers(page)
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(page.getByText('“Copy the e-mail” is not available for this person.')).toBeVisible()
  await row.getByRole('button', { name: 'Actions' }).click()
  const refused = page.getByRole('menuitem', { name: 'Copy the e-mail: deceased' })
  await expect(refused).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(refused).toBeHidden()
  await row.focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 selected')

  await searchBox(page).fill(peggy)
  await expect(rows(page).first()).toContainText('peggy.oneil@example.org')
  await page.getByRole('checkbox', { name: /Select .*O'Neil/ }).check()
  await expect(bar(page)).toContainText('2 selected 1 can be e-mailed; 1 is deceased.')
  await expectNoBarriers(page)
  const copy = async (what: string) => {
    await bar(page).getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await copy('2 BUIDs')
  await expect.poll(readClipboard).toBe(`${robert}\n${peggy}`)
  await copy('1 address')
  await expect.poll(readClipboard).toBe('peggy.oneil@example.org')

  await bar(page).getByRole('button', { name: 'Export 2 people' }).click()
  await expect(dialog(page)).toContainText(
    '2 people: 1 can be e-mailed and 1 is deceased. A letter can be mailed to 1.',
  )
  await expect(dialog(page).getByRole('radio', { name: 'An e-mail: 1 person' })).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export 2 people' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^alumni-selected-[\d-]{10}\.csv$/)
  const lines = await linesOf(file)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(robert)
  expect(lines[1]).not.toContain('@')
  expect(lines[2]).toContain('peggy.oneil@example.org')
})

test('Stan selects a range with Shift, keeps it across pages, and selects all people at once', async ({ page }) => {
  await page.goto('/alumni_search?country=US&sort=name')
  await expect(rows(page)).toHaveCount(50)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  for (let step = 0; step < 3; step++) await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(bar(page)).toContainText('4 selected')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText('51 to 100')).toBeVisible()
  await rows(page).first().getByRole('checkbox').check()
  await expect(bar(page)).toContainText('5 selected')
  await bar(page)
    .getByRole('button', { name: /^Select all/ })
    .click()
  await expect(bar(page)).toContainText(/\d{2,} selected/)
  await expect(rows(page).nth(20).getByRole('checkbox')).toBeChecked()
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('Enter accepts the first matching state, and a mailing file has only people who may be written to and remembers its columns', async ({
  page,
}) => {
  await page.goto('/alumni_search?sort=name')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('f')
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByLabel('State', { exact: true }).first().fill('massa')
  await panel.getByLabel('State', { exact: true }).first().press('Enter')
  await expect(page).toHaveURL(/state=MA/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog(page)).toContainText(
    /people: [\d,]+ can be e-mailed, .* opted out and [\d,]+ (is|are) deceased\./,
  )
  await expectNoBarriers(page)
  const all = await dialog(page)
    .getByRole('button', { name: /^Export / })
    .innerText()
  await dialog(page)
    .getByRole('radio', { name: /^A postal mailing: [\d,]+ people/ })
    .check()
  const take = dialog(page).getByRole('button', { name: /^Export / })
  await expect(take).not.toHaveText(all)
  const counted = Number(/[\d,]+/.exec(await take.innerText())![0].replace(',', ''))
  const download = page.waitForEvent('download')
  await take.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^alumni-massachusetts-[\d-]{10}\.csv$/)
  const lines = await linesOf(file)
  expect(lines[0]).toBe(
    '\ufeffBUID,First name,Last name,Preferred name,Greeting,Class years,Street,City,State,Postal code,Country',
  )
  expect(lines).toHaveLength(counted + 1)

  await page.reload()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog(page).getByRole('radio', { name: /^A postal mailing/ })).toBeChecked()
  await expect(dialog(page).getByRole('checkbox', { name: 'Major' })).not.toBeChecked()
  await dialog(page)
    .getByRole('radio', { name: /^The CRM/ })
    .check()
  await expect(dialog(page).getByRole('checkbox', { name: 'Major' })).toBeChecked()
  await expect(dialog(page).getByRole('checkbox', { name: 'Class years' })).toBeChecked()
  await dialog(page)
    .getByText(/Your last exports/)
    .click()
  await expect(dialog(page).getByText(new RegExp(file.suggestedFilename())).first()).toBeVisible()
})

test('on a phone the screen shows eight people with two lines each', onlyInSoak, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/alumni_search?sort=name')
  await expect(rows(page).first()).toBeVisible()
  const bottom = await rows(page)
    .nth(7)
    .evaluate((row) => row.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(844)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectNoBarriers(page)
})
