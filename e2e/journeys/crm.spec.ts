import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { upload, waitForSection } from '../fixtures/import-pages.ts'

test.use({ person: 'admin' })
test.describe.configure({ mode: 'serial' })

const lee = { buid: 'B00000046', word: 'Untied States' }

test('Ada withdraws what a champion has said by its key, with a reason', onlyInSoak, async ({ page }) => {
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

test('Ada marks what a search shows as exported, and the loader’s errors put it back with the reason', async ({
  page,
}) => {
  await page.goto(`/settings/crm/crm_changes?q=${lee.buid}`)
  await expect(page.getByRole('row', { name: /Untied States/ })).toContainText('The loader refused it')
  await expect(page.getByRole('button', { name: 'Mark all exported' })).toBeDisabled()
  await expect(page.getByText('1 change that the loader refused stays out of the next export')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByText('An export from here sends them as they are.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark 1 change exported' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark 1 change exported' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /for the loader/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^crm-loader-\d+\.csv$/)
  let file = ''
  for await (const chunk of await download.createReadStream()) file += String(chunk)
  const [header, line] = file.trim().split('\r\n')
  expect([header, line]).toEqual(['Id,MailingCountry', expect.stringMatching(/^\w{18},Untied States$/)])
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText('No change matches')).toBeVisible()

  await page
    .getByRole('button', { name: /^Upload the loader’s errors of export/ })
    .first()
    .click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'error112226.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `${header},ERROR\n${line},FIELD_INTEGRITY_EXCEPTION: choose one of the list\n003000000000000,,no\n`,
    ),
  })
  await expect(dialog.getByRole('alert')).toContainText('1 change is pending again, of 2 contacts')
  await expect(dialog.getByText('No alumnus has this CRM ID.')).toBeVisible()
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /Untied States/ })).toContainText(
    'A value does not fit another field, such as a state its country. FIELD_INTEGRITY_EXCEPTION: choose one of the list',
  )
})

test('a file from the CRM contradicts and confirms; its results lead to both, and both lead to each other', async ({
  page,
  importsAlone: _,
}) => {
  await upload(page, 'contacts', 'BUID,Country', `${lee.buid},CA`)
  await waitForSection(page, 'Waiting for review')
  await page.getByRole('button', { name: 'Compare with the CRM changes' }).click()
  await waitForSection(page, 'Completed')
  await page.getByRole('link', { name: 'Settle 1 CRM conflict' }).click()
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
  await expect(page.getByText('Nothing to settle')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
