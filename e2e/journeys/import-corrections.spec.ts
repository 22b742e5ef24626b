import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { cancelImport, expectCount, startImport, upload, waitForSection } from '../fixtures/import-pages.ts'

test.use({ person: 'admin' })
test.beforeEach(({ importsAlone }) => importsAlone)
test.describe.configure({ mode: 'default' })

const header = 'BUID,Contact ID,First Name,Last Name'

test('Ada corrects skipped lines in the review by keyboard, and imports them', async ({ page }) => {
  await upload(
    page,
    'contacts',
    header,
    'B9200001,,Grace,Hopper',
    'B92000002,C12,Ada,Lovelace',
    'B92000003,,Alan,Turing',
  )
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: /^Skipped/ }).click()
  const first = page.getByRole('form', { name: 'Line 2' })
  const second = page.getByRole('form', { name: 'Line 3' })
  await expect(first).toContainText('BUID “B9200001” is not B followed by eight digits.')
  await expectNoBarriers(page)

  // Tab moves to the next invalid cell; Escape discards the input.
  const buid = first.getByRole('textbox', { name: 'BUID' })
  const contactId = second.getByRole('textbox', { name: 'Contact ID' })
  await buid.focus()
  await page.keyboard.press('Tab')
  await expect(contactId).toBeFocused()
  await contactId.fill('C-99')
  await page.keyboard.press('Escape')
  await expect(contactId).toHaveValue('C12')

  await contactId.fill('C-99')
  await page.keyboard.press('Enter')
  await expect(second).toContainText('Contact ID “C-99” is not C- followed by nine digits.')
  await expect(contactId).toBeFocused()
  await expect(contactId).toHaveValue('C-99')
  await contactId.fill('C-000092002')
  await page.keyboard.press('Enter')
  await expect(second).toHaveCount(0)
  await expect(buid).toBeFocused()
  await buid.fill('B92000001')
  await page.keyboard.press('Enter')
  await expectCount(page, 'Skipped', 0)
  await expectCount(page, 'New', 3)

  await page.getByRole('button', { name: /^Corrected/ }).click()
  const grace = page.getByRole('row', { name: /Hopper/ })
  await expect(grace).toContainText('Corrected by')
  await expectNoBarriers(page)
  await grace.getByRole('button', { name: 'Undo correction' }).click()
  await expectCount(page, 'Skipped', 1)
  await startImport(page, 'Import 2 records')
  await waitForSection(page, 'Completed')
  await expectCount(page, 'Corrected', 1)
})

test('Ada’s input stays if a colleague was first or has started the import', onlyInSoak, async ({ page, pageOf }) => {
  await upload(page, 'contacts', header, 'B9300001,,Grace,Hopper', 'B9300002,,Ada,Lovelace', 'B93000003,,Alan,Turing')
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: /^Skipped/ }).click()
  const buidOf = (line: number) => page.getByRole('form', { name: `Line ${line}` }).getByRole('textbox')
  await buidOf(2).fill('B93000001')

  const other = await pageOf('admin')
  await other.goto(page.url())
  await other.getByRole('form', { name: 'Line 2' }).getByRole('textbox').fill('B93000009')
  await other.keyboard.press('Enter')
  await expectCount(other, 'Corrected', 1)
  await buidOf(2).press('Enter')
  const unsaved = page.getByRole('alert').filter({ hasText: 'Line 2 was not saved' })
  await expect(unsaved).toContainText('has corrected line 2 in the meantime: BUID is now “B93000009”.')
  await expect(unsaved).toContainText('You typed BUID “B93000001”.')
  await expectNoBarriers(page)
  await unsaved.getByRole('button', { name: 'Save mine' }).click()
  await expect(unsaved).toHaveCount(0)

  await buidOf(3).fill('B93000002')
  await cancelImport(other)
  await waitForSection(other, 'Canceled')
  await buidOf(3).press('Enter')
  const late = page.getByRole('alert').filter({ hasText: 'Line 3 was not saved' })
  await expect(late).toContainText('The import is no longer in review, so its lines cannot be corrected.')
  await expect(late).toContainText('You typed BUID “B93000002”.')
  await late.getByRole('button', { name: 'Discard mine' }).click()
  await expect(late).toHaveCount(0)
})

test('a correction that is sent again after a lost reply is saved once', onlyInSoak, async ({ page }) => {
  await upload(page, 'contacts', header, 'B9400001,,Grace,Hopper', 'B94000003,,Alan,Turing')
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: /^Skipped/ }).click()
  const buid = page.getByRole('form', { name: 'Line 2' }).getByRole('textbox')
  await buid.fill('B94000001')
  // The server handles the request, but its reply is lost.
  await page.route('**/corrections', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await buid.press('Enter')
  const unsaved = page.getByRole('alert').filter({ hasText: 'could not be reached' })
  await expect(unsaved).toContainText('You typed BUID “B94000001”.')
  await page.unroute('**/corrections')
  await unsaved.getByRole('button', { name: 'Save mine' }).click()
  await expect(unsaved).toHaveCount(0)
  await expectCount(page, 'Corrected', 1)
})
