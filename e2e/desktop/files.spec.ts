import { once } from 'node:events'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cancelImport, waitForSection } from '../fixtures/import-pages.ts'
import { expect, onlyInSoak, test } from '../fixtures/desktop-app.ts'

const exportOf = (name: string) => join(import.meta.dirname, `../../desktop/src/converter/testing/exports/${name}.csv`)

test('Stan converts a report of Zoom from his disk, and both files are saved beside it', async ({
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

  await window.getByRole('button', { name: /^Export \d+ lines?$/ }).click()
  await expect(window.getByText('webinar-engagements.csv and webinar-unmatched.csv')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Open in folder' })).toBeVisible()
  expect(await readFile(join(folder, 'webinar-engagements.csv'), 'utf8')).toContain(
    'B00000004,event_attended,2025-03-22',
  )
  expect(await readFile(join(folder, 'webinar-unmatched.csv'), 'utf8')).toContain('No e-mail address')
})

test(
  'a file that is incomplete because the app was killed is removed at the next start',
  onlyInSoak,
  async ({ start, app, folder, window, signIn, place }) => {
    test.skip(place === 'Chromium', 'What is killed is Electron’s process.')
    await writeFile(join(folder, 'gala.csv'), 'Email\npeggy.oneil@example.org\n')
    await writeFile(join(folder, 'other.partial'), 'of another program')
    await signIn('staff')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    await window.goto('app://staff/tools/event_converter')
    await window.getByText('Drop a list of attendees here').waitFor()
    await window.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!
      input.addEventListener('change', () => Object.assign(globalThis, { chosen: input.files![0] }), { capture: true })
    })
    await window.locator('input[type=file]').setInputFiles(join(folder, 'gala.csv'))
    await window.evaluate(async () => {
      const { desktop, chosen } = globalThis as never as {
        desktop: {
          take(file: File): Promise<{ reply: { id: string } }>
          call(channel: string, request: object): Promise<unknown>
        }
        chosen: File
      }
      const { id } = (await desktop.take(chosen)).reply
      await desktop.call('converter.write', { id, kind: 'unmatched', bytes: new Uint8Array(1000) })
    })
    const listPartialFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.partial'))
    expect(await listPartialFiles()).toHaveLength(2)
    const program = app.electron!.process()
    const exited = once(program, 'exit')
    program.kill('SIGKILL')
    await exited
    expect(await listPartialFiles()).toHaveLength(2)
    await (await start()).firstWindow()
    await expect.poll(listPartialFiles).toEqual(['other.partial'])
  },
)

test('Ada drops a CRM file, main sends it from disk, and its review opens', async ({
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
  await window.getByRole('button', { name: 'Upload people.csv' }).click()
  await waitForSection(window, 'Waiting for review')
  await cancelImport(window)
  await waitForSection(window, 'Canceled')
})
