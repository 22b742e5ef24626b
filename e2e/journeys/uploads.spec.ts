import { writeFile } from 'node:fs/promises'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { cancelImport, waitForSection } from '../fixtures/import-pages.ts'

test.use({ person: 'admin' })
test.beforeEach(({ importsAlone }) => importsAlone)
test.describe.configure({ mode: 'default' })

const megabyte = 1024 * 1024
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})
/** A contacts file that takes more than one request. */
const large = (name: string, bytes: number) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.concat([
    Buffer.from('BUID,First Name,Street\n'),
    Buffer.alloc(bytes, `B2,Nobody,${'x'.repeat(900)}\n`),
  ]),
})

test('Ada drops files of every kind at once: each is recognised, and goes where it belongs', async ({ page }) => {
  await page.goto('/settings/imports')
  await page
    .locator('input[type=file]')
    .setInputFiles([
      csv('people.csv', 'BUID,First Name,Last Name', 'B90000001,Grace,Hopper'),
      csv('jobs.csv', 'BUID,Employer,Job Title', 'B90000001,Navy,Admiral'),
      csv('minors.csv', 'BUID,Area Type,Major Code', 'B90000001,MINOR,PHYS'),
      csv('gifts.csv', 'CRM Contact ID,Gift Date,Amount', '003,2026-01-01,5'),
      csv('homecoming.csv', 'Order #,First Name,Last Name,Email,Attendee #', '1,Grace,Hopper,g@example.org,1'),
      csv('riddle.csv', 'BUID,Zuname', 'B90000001,Hopper'),
      csv('more people.csv', 'BUID,First Name,Last Name', 'B90000001,Amazing,Grace'),
      { name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) },
    ])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  const row = (name: string) => uploads.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  for (const [name, what] of [
    ['people.csv', 'Contacts'],
    ['jobs.csv', 'Employment'],
    ['minors.csv', 'Areas of study'],
  ] as const) {
    await expect(row(name)).toContainText(what)
    await expect(row(name)).toContainText('Waiting for review')
  }
  await expect(row('gifts.csv').getByRole('button', { name: /^Import it there/ })).toBeVisible()
  await expect(row('homecoming.csv').getByRole('button', { name: /^Convert it/ })).toBeVisible()
  await expect(row('photo.csv')).toContainText('This is an Excel workbook or a zip archive')
  await expect(row('more people.csv')).toContainText('Waiting for the other contacts import to finish.')
  await expectNoBarriers(page)

  await row('riddle.csv').getByRole('combobox').click()
  await page.getByRole('option', { name: 'Educations' }).click()
  await expect(row('riddle.csv')).toContainText('Waiting for review')

  await row('people.csv').getByRole('link', { name: 'Review it' }).click()
  await waitForSection(page, 'Waiting for review')
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('more people.csv')
  await expectNoBarriers(page)
  await cancelImport(page)
  const panel = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem')
  await expect(panel.filter({ hasText: 'more people.csv' })).toContainText('Waiting for review')
})

test(
  'the connection goes in the middle of an upload: it goes on by itself, wherever Ada is meanwhile',
  onlyInSoak,
  async ({ page, context }) => {
    const file = large('slow.csv', 24 * megabyte)
    await page.goto('/settings/imports/contacts')
    const client = await context.newCDPSession(page)
    const throttle = (offline: boolean, upload: number) =>
      client.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: upload,
      })
    await client.send('Network.enable')
    await throttle(false, 4 * megabyte)
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText(/of 24 MB · .* per second/)).toBeVisible()
    await page.getByRole('button', { name: 'Pause: slow.csv' }).click()
    await expect(page.getByText(/^Paused at \d+%/)).toBeVisible()
    await page.getByRole('button', { name: 'Resume: slow.csv' }).click()
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Search', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Uploads' })
    await expect(panel).toContainText('slow.csv')
    await throttle(true, 0)
    await expect(panel.getByText(/Connection lost at \d+%\. The upload continues/)).toBeVisible()
    await throttle(false, -1)
    await panel.getByRole('link', { name: /Open it|Review it/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Contacts')
    await expect(panel).toBeHidden()
    await waitForSection(page, 'Waiting for review')
    await cancelImport(page)
    await waitForSection(page, 'Canceled')
  },
)

test(
  'the page is loaded again in the middle: the same file goes on where it was',
  onlyInSoak,
  async ({ page, context }, testInfo) => {
    // From disk: the same file is known again by its name, size and time.
    const file = testInfo.outputPath('again.csv')
    await writeFile(file, large('again.csv', 24 * megabyte).buffer)
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    const throttle = (upload: number) =>
      client.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: upload,
      })
    await page.goto('/settings/imports/contacts')
    await throttle(4 * megabyte)
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText(/of 24 MB · .* per second/)).toBeVisible()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await throttle(-1)
    const sent: number[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']))
    })
    await page.locator('input[type=file]').setInputFiles(file)
    await page.waitForURL(/\/batches\/\d+$/)
    expect(sent[0]).toBeGreaterThan(0)
    await waitForSection(page, 'Waiting for review')
    await cancelImport(page)
  },
)
