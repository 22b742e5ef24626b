import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/desktop-app.ts'
import { cancelImport, waitForSection } from '../fixtures/import-pages.ts'
import { openWire } from '../fixtures/wire.ts'

const megabyte = 1024 * 1024

test.use({
  server: async ({ baseURL }, use) => {
    const wire = await openWire(baseURL!)
    await use(wire.url)
    await wire.close()
  },
})

test('Ada’s uploads that are canceled, interrupted or changed on disk are refused, and the file arrives complete when chosen again', async ({
  window,
  folder,
  server,
  signIn,
  importsAlone,
}) => {
  void importsAlone
  const file = join(folder, 'people.csv')
  const lines = Array.from({ length: 8000 }, (_, row) => `B9${String(row).padStart(7, '0')},Nobody,${'x'.repeat(3000)}`)
  await writeFile(file, `BUID,First Name,Street\n${lines.join('\n')}\n`)
  const wire = openWire.of(server)
  await signIn('admin')
  await window.getByRole('link', { name: 'Settings' }).first().click()
  await window.getByRole('link', { name: 'Imports' }).first().click()
  await window.getByRole('main').getByRole('link', { name: 'Contacts', exact: true }).click()
  // The previous page has a file input too, and stays until this one is loaded.
  await expect(window.getByRole('heading', { level: 1, name: 'Contacts import' })).toBeVisible()
  const choose = () => window.locator('input[type=file]').setInputFiles(file)
  const hangUpload = () => wire.letThrough(Math.round(1.5 * megabyte))

  hangUpload()
  await choose()
  await expect(window.getByText(/of 2\d(\.\d)? MB/)).toBeVisible()
  await expect.poll(wire.isFull).toBe(true)
  await window.getByRole('button', { name: 'Cancel the upload' }).click()
  await expect(window.getByText('Drop a CSV file here')).toBeVisible()
  wire.letThrough(Infinity)

  hangUpload()
  await choose()
  await expect.poll(wire.isFull).toBe(true)
  wire.cut()
  const refused = window.getByRole('alert').filter({ hasText: 'people.csv' })
  await expect(refused).toContainText('Nothing has been imported. If you send the file again, it starts over.')
  wire.restore()

  hangUpload()
  await window.getByRole('button', { name: 'Send it again' }).click()
  await expect.poll(wire.isFull).toBe(true)
  await appendFile(file, 'B99999999,Grace,Arlington\n')
  wire.letThrough(Infinity)
  await expect(refused).toContainText('The file has changed since it was opened.')
  await expect(window.getByText('Something went wrong in the app')).toHaveCount(0)
  await choose()
  await waitForSection(window, 'Waiting for review')
  await expect(window.getByText(/8,001/).first()).toBeVisible()
  await cancelImport(window)
  await waitForSection(window, 'Canceled')
})
