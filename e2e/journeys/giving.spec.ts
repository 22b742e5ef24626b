import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import type { Locator, Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'admin' })
test.describe.configure({ mode: 'default' })

const home = '/settings/engagement_activities/import_giving'
const today = new Date().toISOString().slice(0, 10)
// Uses years long ago, to leave the data of other journeys unchanged.
const [older, old] = [7, 6].map((ago) => fiscalYear(fiscalYearOf(today, '07-01') - ago, '07-01')) as [Days, Days]
const year = Number(old.last.slice(0, 4))
type Days = ReturnType<typeof fiscalYear>

test('Ada enters the period, drops the file, checks the years, confirms, and sees the result', async ({ page }) => {
  await page.goto(home)
  await expect(page.getByText('First choose the days the file covers')).toBeVisible()
  await enterPeriod(page, { from: `${older.from.slice(0, 8)}15`, last: old.last })
  await expect(page.getByText(`Fiscal year ${year} is replaced.`)).toBeVisible()
  await expect(
    page.getByText(new RegExp(`Fiscal year ${year - 1} is not replaced\\. The window begins on`)),
  ).toBeVisible()
  await expectNoBarriers(page)

  await drop(page, `0035e00000pEGGY,Peggy O'Neil,${old.last},$500.00`, `0035e00000Nobod,Nobody,${old.from},$5.00`)
  await expect(
    page.getByRole('row', { name: new RegExp(`^${year} .* Replaced, if you confirm the loss`) }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`^${year - 1} .* Not replaced`) })).toContainText(
    'To replace it, export from',
  )
  await expect(page.getByText('Unmatched contact ID')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^Import 1 gift/ }).click()
  const dialog = page.getByRole('dialog')
  const label = await dialog.getByText(/^Type [\d,]+ to confirm/).textContent()
  await expectNoBarriers(page)
  const importIt = dialog.getByRole('button', { name: /^Import 1 gift, replace [\d,]+$/ })
  await importIt.click()
  await expect(dialog.getByText(/^Type [\d,]+ to confirm\.$/)).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(/[\d,]+/.exec(label!)![0])
  await importIt.click()
  await expect(focusedElement(page)).toContainText(/1 gift imported, [\d,]+ replaced/)
  await expect(focusedElement(page)).toBeInViewport()
  await expectNoBarriers(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 1 line not imported' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^giving-\d+-issues\.csv$/)
  await page.getByRole('link', { name: 'See donors in the statistics' }).click()
  await expect(page).toHaveURL(new RegExp(`activity=gift&year=${year}|year=${year}&activity=gift`))
  await page.goto(home)
  await page
    .getByRole('link', { name: `Fiscal year ${year}` })
    .first()
    .click()
  await expect(page.getByText(/^1 gift imported/)).toBeVisible()
})

test('Ada undoes an import: its gift is removed, the replaced gifts are restored, and it cannot be undone again', async ({
  page,
}) => {
  await page.goto(home)
  await enterPeriod(page, old)
  await drop(page, `0035e00000pEGGY,Peggy,${old.from.slice(0, 8)}09,1`, `0035e00000pEGGY,Peggy,${old.last},1`)
  const row = page.getByRole('row', { name: new RegExp(`^${year} .* Replaced`) })
  await expect(row.getByRole('cell').nth(3)).toHaveText(/1\D+2/)
  await importIt(page)
  await expect(focusedElement(page)).toContainText('2 gifts imported, 1 replaced')
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expectNoBarriers(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('2 gifts removed, 1 restored.')).toBeVisible()
  await expect(focusedElement(page)).toContainText('This import was undone')
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeHidden()
  await expectNoBarriers(page)

  await page.getByRole('link', { name: 'Import more giving' }).click()
  await expect(page.getByRole('row', { name: /undone by Ada Lindqvist/ })).toBeVisible()
  await page
    .getByRole('link', { name: `Fiscal year ${year}` })
    .nth(1)
    .click()
  await expect(page.getByText(/^1 gift imported/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeVisible()
})

test(
  'the second of Ada’s two windows reads which was first, and shows the new figures',
  onlyInSoak,
  async ({ page, pageOf }) => {
    const other = await pageOf('admin')
    for (const [one, day] of [
      [page, old.from],
      [other, old.last],
    ] as const) {
      await one.goto(home)
      await enterPeriod(one, old)
      await drop(one, `0035e00000pEGGY,Peggy,${day},1`, `0035e00000pEGGY,Peggy,${old.from.slice(0, 8)}20,1`)
      await expect(one.getByRole('button', { name: /^Import \d gifts, replace/ })).toBeVisible()
    }
    await importIt(page)
    await expect(page.getByText(/gifts imported/)).toBeVisible()
    await importIt(other)
    await expect(other.getByRole('alert')).toContainText(`has imported giving for fiscal year ${year}`)
    await expectNoBarriers(other)
    await expect(other.getByRole('button', { name: 'Import 2 gifts, replace 2' })).toBeVisible()
    await importIt(other)
    await expect(other.getByText('2 gifts imported, 2 replaced')).toBeVisible()
  },
)

test(
  'an invalid file is refused with a message, a preview is discarded, and nothing is wider than a phone',
  onlyInSoak,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(home)
    await page.getByRole('button', { name: 'Last fiscal year and this one' }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'gifts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Donor,Amount\nPeggy,$500.00\n'),
    })
    await expect(page.getByRole('alert')).toContainText(
      'The file lacks the required columns “CRM Contact ID” and “Gift Date”.',
    )
    await expectNoBarriers(page)
    await expectNoOverflow(page)
    await drop(page, `0035e00000Nobod,Nobody,${today},1`)
    await expect(page.getByRole('heading', { name: '1 line in the file' })).toBeVisible()
    await expectNoBarriers(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Discard the preview' }).click()
    await expect(page.getByRole('heading', { name: '1. Which days does the file cover?' })).toBeVisible()
    await expect(page.getByText('You have a preview waiting')).toBeHidden()
  },
)

async function importIt(page: Page): Promise<void> {
  const button = { name: /^Import \d gifts, replace/ }
  await page.getByRole('button', button).click()
  await page.getByRole('dialog').getByRole('button', button).click()
}

function focusedElement(page: Page): Locator {
  return page.locator(':focus')
}

async function enterPeriod(page: Page, { from, last }: Pick<Days, 'from' | 'last'>): Promise<void> {
  await page.getByLabel('First day').fill(from)
  await page.getByLabel('Last day').fill(last)
}

async function drop(page: Page, ...rows: string[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: 'gifts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`CRM Contact ID,Donor,Gift Date,Gift Amount\n${rows.join('\n')}\n`),
  })
  await expect(page.getByRole('heading', { name: 'Fiscal years' })).toBeVisible()
}

async function expectNoOverflow(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
}
