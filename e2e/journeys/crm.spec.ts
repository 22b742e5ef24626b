import { act, expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { upload, waitForSection } from '../fixtures/import-pages.ts'

test.use({ person: 'admin' })
test.describe.configure({ mode: 'serial' })

const lee = { buid: 'B00000046' }

test('Ada withdraws a champion’s change with a key and gives a reason', onlyInSoak, async ({ page }) => {
  await page.goto('/settings/crm/crm_changes?q=champion')
  await page
    .getByRole('row', { name: /\(champion\)/ })
    .first()
    .focus()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('She has told us since that it is not so')
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Withdraw 1 change' }).click()
  await expect(page.getByText('1 change does not go to the CRM.')).toBeVisible()
})

test('Ada exports the changes that a search shows, with the file for the CRM loader, and undoes it', async ({
  page,
}) => {
  await page.goto(`/settings/crm/crm_changes?q=${lee.buid}`)
  await expectNoBarriers(page)
  await page.getByRole('main').getByRole('button', { name: 'Export 1 change' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Mark 1 change exported')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export 1 change' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^crm-loader-\d+\.csv$/)
  let file = ''
  for await (const chunk of await download.createReadStream()) file += String(chunk)
  expect(file.trim().split('\r\n')).toEqual(['Id,MailingCountry', expect.stringMatching(/^\w{18},Untied States$/)])
  await expect(page.getByText('No change matches')).toBeVisible()
  const exported = page.getByRole('complementary', { name: 'Exports' }).getByRole('listitem').first()
  await act(exported, 'Undo…')
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Undo for 1 change' }).click()
  await expect(page.getByRole('row', { name: /Untied States/ })).toContainText('Pending')
})

test('a file from the CRM verifies and contradicts changes, and its results link to the conflicts and changes', async ({
  page,
  importsAlone: _,
}) => {
  await upload(page, 'contacts', 'BUID,Country', `${lee.buid},CA`)
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: 'Compare with the CRM changes' }).click()
  await waitForSection(page, 'Completed')
  await page.getByRole('link', { name: 'Resolve 1 CRM conflict' }).click()
  await expect(page.getByRole('row', { name: /Untied States/ })).toContainText('by Stan Okafor')
  await expect(page.getByRole('row', { name: /Untied States/ })).toContainText('contacts.csv')
  await expectNoBarriers(page)
  await page.getByRole('link', { name: /CRM changes it verified or contradicted/ }).click()
  await expect(page.getByRole('row', { name: /Untied States/ })).toContainText('The CRM has another value')
  await page.getByRole('link', { name: 'Its conflicts' }).click()
  await page.getByRole('button', { name: /^Use the CRM’s/ }).click()
  await expect(page.getByRole('row', { name: /Untied States/ })).toContainText('Used the CRM’s')
  await page.locator('.mantine-Notifications-root').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: /^Conflicts \d+ left/ })).toBeVisible()
  await page.getByText('Open', { exact: true }).click()
  await page.getByRole('button', { name: /^Use the CRM’s/ }).click()
  await expect(page.getByText('Nothing to resolve')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
