import { expect, expectNoBarriers, test } from '../fixtures/journey.ts'
import { cancelImport, waitForSection } from '../fixtures/import-pages.ts'

test.use({ person: 'admin' })
test.beforeEach(({ importsAlone }) => importsAlone)
test.describe.configure({ mode: 'default' })

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

test('Ada drops files of every kind, each is recognized, and its page opens', async ({ page }) => {
  const drop = async (file: ReturnType<typeof csv>) => {
    await page.goto('/settings/imports')
    await page.locator('input[type=file]').setInputFiles(file)
  }
  const pageIs = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await drop(csv('jobs.csv', 'BUID,Employer,Job Title', 'B90000001,Navy,Admiral'))
  await pageIs('Employment import')
  await expect(page.getByRole('button', { name: 'Upload jobs.csv' })).toBeVisible()
  await drop(csv('gifts.csv', 'CRM Contact ID,Gift Date,Amount', '003,2026-01-01,5'))
  await pageIs('Giving import')
  await expect(page.getByText('gifts.csv is ready.')).toBeVisible()
  await drop(csv('homecoming.csv', 'Order #,First Name,Last Name,Email,Attendee #', '1,Grace,Hopper,g@example.org,1'))
  await pageIs('Event converter')
  await drop({ name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) })
  await expect(page.getByRole('alert').filter({ hasText: 'photo.csv' })).toContainText('This is an Excel workbook')

  await drop(csv('riddle.csv', 'BUID,Zuname', 'B90000001,Hopper'))
  await expect(page.getByText('Its header row matches no kind of import, or several.')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('combobox', { name: 'What is in riddle.csv?' }).click()
  await page.getByRole('option', { name: 'Contacts' }).click()
  await pageIs('Contacts import')
  await page.getByRole('button', { name: 'Upload riddle.csv' }).click()
  await waitForSection(page, 'Waiting for review')
  await cancelImport(page)
  await waitForSection(page, 'Canceled')
})

test('the page reports an interrupted upload, keeps the file, and sends it again', async ({ page }) => {
  const file = csv('people.csv', 'BUID,First Name,Last Name', 'B90000001,Grace,Hopper')
  await page.goto('/settings/imports/contacts')
  let isCut = true
  await page.route('**/settings/imports/contacts', (route) =>
    isCut && route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('alert').filter({ hasText: 'people.csv' })).toContainText(
    'The upload was interrupted. Nothing has been imported. If you send the file again, it starts over.',
  )
  isCut = false
  await page.getByRole('button', { name: 'Send it again' }).click()
  await waitForSection(page, 'Waiting for review')
  await cancelImport(page)
  await waitForSection(page, 'Canceled')
})
