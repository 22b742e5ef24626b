import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { cancelImport, expectCount, upload, waitForSection } from '../fixtures/import-pages.ts'

test.use({ person: 'admin' })
test.beforeEach(({ importsAlone }) => importsAlone)
test.describe.configure({ mode: 'default' })

test('Ada undoes an import of educations after she sees what is removed, what was changed since, and what can be restored', async ({
  page,
}, { repeatEachIndex }) => {
  const code = `UNDO${repeatEachIndex}`
  await upload(
    page,
    'educations',
    'BUID,Degree Code,Degree Date,Major',
    `B00000001,${code},2001-05-20,History`,
    `B00000002,${code},2001-05-20,History`,
    `B00000003,${code},2001-05-20,History`,
  )
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: 'Import 3 records' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import 3 records' }).click()
  await waitForSection(page, 'Completed')
  const imported = page.url()
  await upload(page, 'educations', 'BUID,Degree Code,Degree Date,Major', `B00000003,${code},2001-05-20,Biology`)
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: 'Import 1 record' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import 1 record' }).click()
  await waitForSection(page, 'Completed')

  await page.goto(imported)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing changes yet.')
  await page.getByRole('dialog').getByRole('button', { name: 'Show what would be restored' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Undo of educations import \d+$/ })).toBeVisible()
  await waitForSection(page, 'Waiting for review')
  await expectCount(page, 'Removed', 2)
  await expectCount(page, 'Cannot be undone', 1)
  await expect(page.getByRole('row', { name: /B00000003/ })).toContainText(
    /Major was changed since by import \d+ of Ada Lindqvist/,
  )
  await expectNoBarriers(page)

  await page.getByRole('button', { name: 'Remove 2 records' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove 2 records' }).click()
  await expect(dialog).toContainText('Type 2 to confirm.')
  await expectNoBarriers(page)
  await dialog.getByRole('textbox').fill('2')
  await dialog.getByRole('button', { name: 'Remove 2 records' }).click()
  await waitForSection(page, 'Completed')
  await expect(page.getByRole('main')).toContainText('2 were removed and 1 could not be undone.')
  await expectNoBarriers(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export the issues' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^educations-\d+-undo-issues\.csv$/)

  await page.getByRole('link', { name: 'educations.csv' }).click()
  await expect(page.getByText('This import was undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo this import' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See the undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Undo of/ })).toBeVisible()
})

test(
  'a colleague is led to an undo that waits, and canceling it changes nothing',
  onlyInSoak,
  async ({ page, pageOf }) => {
    await upload(page, 'areas-of-study', 'BUID,Area Type,Major Code', 'B00000001,undo,CS')
    await waitForSection(page, 'Waiting for review')
    await page.getByRole('button', { name: 'Import 1 record' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 record' }).click()
    await waitForSection(page, 'Completed')
    const colleague = await pageOf('admin')
    await colleague.goto(page.url())
    await expect(colleague.getByRole('button', { name: 'Undo this import' })).toBeVisible()

    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show what would be restored' }).click()
    await waitForSection(page, 'Waiting for review')

    await colleague.getByRole('button', { name: 'Undo this import' }).click()
    await colleague.getByRole('dialog').getByRole('button', { name: 'Show what would be restored' }).click()
    await expect(colleague.getByRole('alert')).toContainText(
      /Ada Lindqvist is undoing import \d+, which is not finished/,
    )
    await expect(colleague.getByText('This import is being undone', { exact: true })).toBeVisible()

    await page.goto('/settings/imports/areas-of-study')
    await expect(page.getByText(/^Undo of import \d+ is waiting for review$/)).toBeVisible()
    await expectNoBarriers(page)
    await page.getByRole('link', { name: 'Continue the review' }).click()
    await cancelImport(page, 'Cancel the undo')
    await waitForSection(page, 'Canceled')
    await expect(page.getByText('Nothing was restored. All records are as they were before the undo.')).toBeVisible()
  },
)
