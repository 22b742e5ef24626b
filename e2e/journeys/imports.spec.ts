import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { cancelImport, expectCount, startImport, upload, waitForSection } from '../fixtures/import-pages.ts'

test.use({ person: 'admin' })
test.beforeEach(({ importsAlone }) => importsAlone)
test.describe.configure({ mode: 'default' })

test('Ada imports contacts, from the hub to the results', async ({ page }) => {
  await page.goto('/settings/imports')
  await page.getByRole('link', { name: 'Import contacts' }).click()
  await upload(
    page,
    'contacts',
    'BUID,First Name,Last Name,Favourite Dish',
    'B00000001,José,Álvarez Ruiz,Paella',
    'B90000001,Grace,Hopper,Soup',
    'B90000002,Ada,Lovelace,Tea',
    'Nobody,,,',
  )
  await waitForSection(page, 'Waiting for review')
  await expectCount(page, 'New', 2)
  await expectCount(page, 'Changed', 1)
  await expectCount(page, 'Skipped', 1)
  await expectNoBarriers(page)

  const changed = page.getByRole('button', { name: /^Changed/ })
  await expect(changed).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^Skipped/ }).click()
  await expect(page.getByRole('row', { name: /Nobody/ })).toContainText('is not B followed by eight digits')
  await changed.click()
  await expect(page).toHaveURL(/outcome=changed/)
  const change = page.getByRole('row', { name: /B00000001/ })
  await expect(change).toContainText('Last Name')
  await expect(change).toContainText('Álvarez Ruiz')
  await page.reload()
  await expect(change).toContainText('Álvarez Ruiz')

  await startImport(page, 'Import 3 records')
  await waitForSection(page, 'Completed')
  await expectNoBarriers(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /issues|problems/i }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^contacts-\d+-issues\.csv$/)
})

test('an unknown column is assigned by hand, and the choice is remembered', async ({ page }) => {
  await upload(page, 'contacts', 'BUID,Rufname', 'B90000001,Amazing Grace')
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('heading', { name: 'Columns of the file' }).click()
  await page.getByRole('combobox', { name: 'Field for the column Rufname' }).click()
  await page.getByRole('option', { name: 'Preferred Name' }).click()
  await page.getByRole('button', { name: /^Scan again/ }).click()
  await expectCount(page, 'Changed', 1)
  await cancelImport(page)
  await waitForSection(page, 'Canceled')

  await upload(page, 'contacts', 'BUID,Rufname', 'B90000001,Amazing Grace')
  await waitForSection(page, 'Waiting for review')
  await expectCount(page, 'Changed', 1)
  await cancelImport(page)
  await waitForSection(page, 'Canceled')
})

test('a file without a BUID column reaches Review, where Ada chooses the column', onlyInSoak, async ({ page }) => {
  await upload(page, 'contacts', 'Constituent No,Last Name', 'B90000001,Hopper', 'B90000002,Lovelace')
  await waitForSection(page, 'Waiting for review')
  await expectCount(page, 'Skipped', 2)
  await expect(page.getByRole('main')).toContainText('Which column is BUID?')
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await expectNoBarriers(page)
  await expect(page.getByRole('combobox', { name: 'BUID', exact: true })).toHaveValue(/^Constituent No/)
  await page.getByRole('button', { name: 'Scan again', exact: true }).click()
  await expectCount(page, 'Skipped', 0)
  await cancelImport(page)
  await waitForSection(page, 'Canceled')
})

test('a review opens on its changes by field, and unusual numbers are confirmed by typing them', async ({ page }) => {
  const header = 'BUID,First Name,Last Name,City,Deceased'
  const people = (rest: string) => Array.from({ length: 12 }, (_, n) => `B910000${10 + n},Person,Family${n},${rest}`)
  await upload(page, 'contacts', header, ...people('Durham,no'))
  await waitForSection(page, 'Waiting for review')
  await expect(page.getByRole('row', { name: /B91000010/ })).toContainText('Durham')
  await startImport(page, 'Import 12 records')
  await waitForSection(page, 'Completed')

  await upload(page, 'contacts', header, ...people('Durham,yes'), 'B91000099,Grace,Murray,Arlington,no')
  await waitForSection(page, 'Waiting for review')
  await expect(page.getByRole('heading', { name: 'Changed lines' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('12 people are newly deceased')
  await page.getByRole('group', { name: 'Changes by field' }).getByRole('button', { name: 'Deceased: 12' }).click()
  await expect(page).toHaveURL(/field=deceased&kind=set/)
  await expect(page.getByRole('main').getByRole('status')).toHaveText('12 of 13 lines')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('heading', { name: 'All lines' })).toBeVisible()

  await page.getByRole('button', { name: 'Import 13 records' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /newly deceased/ }).fill('13')
  await dialog.getByRole('button', { name: 'Import 13 records' }).click()
  await expect(dialog.getByText('Type 12 to confirm.', { exact: true })).toBeVisible()
  await expectNoBarriers(page)
  await dialog.getByRole('textbox', { name: /newly deceased/ }).fill('12')
  await dialog.getByRole('button', { name: 'Import 13 records' }).click()
  await waitForSection(page, 'Completed')

  await upload(page, 'contacts', header, ...people('Durham,no').map((line) => line.replace(/Family/, 'Familia')))
  await waitForSection(page, 'Waiting for review')
  await expect(page.getByRole('main')).toContainText('12 people are no longer deceased')
  await startImport(page, 'Import 12 records')
  await waitForSection(page, 'Completed')
})

test('Ada imports educations', async ({ page }, { repeatEachIndex }) => {
  await upload(
    page,
    'educations',
    'BUID,Degree Code,Degree Date,Major',
    `B90000001,PHD,1934-06-0${1 + repeatEachIndex},Mathematics`,
    'B99999999,BA,2001-05-20,History',
  )
  await waitForSection(page, 'Waiting for review')
  await expectCount(page, 'New', 1)
  await expectCount(page, 'Skipped', 1)
  await startImport(page, 'Import 1 record')
  await waitForSection(page, 'Completed')
})

test('Ada imports areas of study', async ({ page }, { repeatEachIndex }) => {
  await upload(
    page,
    'areas-of-study',
    'BUID,Area Type,Major Code,Major',
    `B90000001,MINOR,PHYS-9${repeatEachIndex},Physics`,
  )
  await waitForSection(page, 'Waiting for review')
  await expectCount(page, 'New', 1)
  await expectCount(page, 'Warnings', 1)
  await startImport(page, 'Import 1 record')
  await waitForSection(page, 'Completed')
})

test(
  'a reply that was read before the import ended and arrives late is replaced',
  onlyInSoak,
  async ({ page }, { repeatEachIndex }) => {
    await upload(
      page,
      'areas-of-study',
      'BUID,Area Type,Major Code,Major',
      `B90000002,MINOR,PHYS-9${repeatEachIndex},Physics`,
    )
    await waitForSection(page, 'Waiting for review')
    let isKnown = false
    let isLate = false
    let isReadAgain = false
    await page.route(/\/batches\/\d+\/status$/, async (route) => {
      const response = await route.fetch()
      const { status } = (await response.json()) as ImportStatusReply
      await route.fulfill({ response })
      isKnown ||= status === 'completed'
    })
    await page.route(/\/batches\/\d+(\?.*)?$/, async (route) => {
      const wasKnown = isKnown
      const response = await route.fetch()
      const json = (await response.json()) as ImportStatusReply
      if (json.status === 'review' || isLate) {
        isReadAgain = isLate
        return route.fulfill({ response })
      }
      await route.fulfill({ response, json: { ...json, status: 'running' } })
      isLate = wasKnown
    })
    await startImport(page, 'Import 1 record')
    await expect.poll(() => isReadAgain).toBe(true)
    await waitForSection(page, 'Completed')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test('an employment file is a snapshot, so Ada types how many records are removed', async ({ page }) => {
  await upload(page, 'employment', 'BUID,Employer,Job Title,Start Date', 'B90000001,US Navy,Rear Admiral,1943-12-01')
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: 'Import 1 record' }).click()
  const dialog = page.getByRole('dialog')
  const label = await dialog.getByText(/^Type [\d,]+ to confirm/).textContent()
  await dialog.getByRole('textbox').fill('1')
  await dialog.getByRole('button', { name: /delete/ }).click()
  await expect(dialog.getByText(/^Type [\d,]+ to confirm\.$/)).toBeVisible()
  await dialog.getByRole('textbox').fill(/[\d,]+/.exec(label!)![0])
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: /delete/ }).click()
  await waitForSection(page, 'Completed')
})

test('an invalid file is refused with a message, and the page stays', onlyInSoak, async ({ page }) => {
  await page.goto('/settings/imports/contacts')
  await page.locator('input[type=file]').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name\nGrace Hopper\n'),
  })
  await expect(page.getByRole('alert')).toHaveText(/The file lacks the required column “BUID”\./)
  await page.locator('input[type=file]').setInputFiles({
    name: 'names.xlsx',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from('PK\u0003\u0004 and more'),
  })
  await expect(page.getByRole('alert').last()).toContainText('This is an Excel workbook')
  await expectNoBarriers(page)
})

test(
  'a file with an open quotation mark fails during the scan, with the line and the reason',
  onlyInSoak,
  async ({ page }) => {
    await upload(page, 'contacts', 'BUID,Last Name', 'B90000001,"Hopper', 'B90000002,Lovelace')
    await waitForSection(page, 'Failed')
    await expect(page.getByText('A quotation mark in line 2 opens and never closes.').first()).toBeVisible()
    await expectNoBarriers(page)
  },
)

test('a second file waits until the first is done', onlyInSoak, async ({ page }) => {
  await upload(page, 'contacts', 'BUID,Last Name', 'B90000001,Hopper')
  await waitForSection(page, 'Waiting for review')
  const first = page.url()
  await page.goto('/settings/imports/contacts')
  await expect(page.getByRole('main')).toContainText(/not finished|waiting|review/i)
  await page.goto(first)
  await cancelImport(page)
  await waitForSection(page, 'Canceled')
})

test('Ada cancels a running import, and the records imported so far stay', async ({ page }) => {
  const people = Array.from({ length: 30_000 }, (_, n) => `B8${String(n).padStart(7, '0')},Cancelled,Person${n}`)
  await upload(page, 'contacts', 'BUID,First Name,Last Name', ...people)
  await waitForSection(page, 'Waiting for review')
  await startImport(page, 'Import 30,000 records')
  await cancelImport(page)
  await waitForSection(page, 'Canceled')
  await expect(page.getByRole('main')).toContainText('Lines imported before it stopped stay on file')
})

test('the old address of a batch leads to its page under the right type', onlyInSoak, async ({ page }) => {
  await page.goto('/settings/contact_imports/1')
  await expect(page).toHaveURL(/\/settings\/imports\/contacts\/batches\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Contacts import 1')
})

test('the pages work on a phone', onlyInSoak, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const url of ['/settings/imports', '/settings/imports/contacts', '/settings/imports/contacts/batches/1']) {
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoBarriers(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
  }
})
