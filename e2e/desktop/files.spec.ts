import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cancelImport, waitForSection } from '../fixtures/import-pages.ts'
import { expect, test } from '../fixtures/desktop-app.ts'

const exportOf = (name: string) => join(import.meta.dirname, `../../desktop/src/converter/testing/exports/${name}.csv`)

test('Stan converts a report of Zoom: it is read from his disk, and both files lie beside it', async ({
  folder,
  window,
  signIn,
}) => {
  await copyFile(exportOf('zoom-webinar'), join(folder, 'webinar.csv'))
  await signIn('staff')
  await window.getByRole('link', { name: 'Events', exact: true }).first().click()
  await window.getByRole('link', { name: 'Event converter' }).first().click()
  await window.locator('input[type=file]').setInputFiles(join(folder, 'webinar.csv'))
  await expect(window.getByLabel('Name of the event')).toHaveValue('Careers in Medicine')
  await expect(window.getByLabel('Day of the event')).toHaveValue('2025-03-22')

  await window.getByRole('button', { name: /^Save both files/ }).click()
  await expect(window.getByText('webinar-engagements.csv and webinar-unmatched.csv')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Open in folder' })).toBeVisible()
  expect(await readFile(join(folder, 'webinar-engagements.csv'), 'utf8')).toContain(
    'B00000004,event_attended,2025-03-22',
  )
  expect(await readFile(join(folder, 'webinar-unmatched.csv'), 'utf8')).toContain('No e-mail address')
})

test('Ada drops a CRM file: main sends it from disk, and its review opens', async ({
  folder,
  window,
  signIn,
  importsAlone,
}) => {
  void importsAlone
  const file = join(folder, 'people.csv')
  await writeFile(file, 'BUID,First Name,Last Name\nB90000101,Grace,Hopper\n')
  await signIn('admin')
  await window.getByRole('link', { name: 'Settings' }).first().click()
  await window.getByRole('link', { name: 'Imports' }).first().click()
  await window.locator('input[type=file]').setInputFiles([file])
  const uploads = window.getByRole('list', { name: 'Uploads' })
  await expect(uploads).toContainText('Waiting for review')
  await uploads.getByRole('link', { name: 'Review it' }).click()
  await waitForSection(window, 'Waiting for review')
  await cancelImport(window)
  await waitForSection(window, 'Canceled')
})
