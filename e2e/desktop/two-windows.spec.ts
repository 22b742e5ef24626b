import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, onlyInSoak, test } from '../fixtures/desktop-app.ts'

test.skip(({ place }) => place === 'Chromium', 'A page of Chromium is one window.')

const header = 'Event Name,Event Date,Name,Email,Attended'

async function openWindow(electron: ElectronApplication, first: Page, path: string): Promise<Page> {
  const opening = electron.waitForEvent('window')
  await first.evaluate((url) => void open(url), path)
  return opening
}

async function convert(window: Page, folder: string, event: string, person: string, email: string): Promise<void> {
  const file = join(folder, `${event}.csv`)
  await writeFile(file, `${header}\n${event},2025-10-03,${person},${email},yes\n`)
  await window.locator('input[type=file]').setInputFiles(file)
  await expect(window.getByLabel('Name of the event')).toHaveValue(event)
}

test('Stan converts a file in each of two windows, and each window saves and records its own file', async ({
  electron,
  window,
  folder,
  signIn,
}) => {
  const run = Date.now()
  const [gala, picnic] = [`Gala ${run}`, `Picnic ${run}`]
  await signIn('staff')
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
  await window.goto('app://staff/tools/event_converter')
  const beside = await openWindow(electron, window, '/tools/event_converter')
  await convert(window, folder, gala, 'Peggy O’Neil', 'peggy.oneil@example.org')
  await convert(beside, folder, picnic, 'José Álvarez', 'jose.alvarez@example.org')

  await test.step('the first window still has its own file', async () => {
    await window.getByRole('button', { name: /^Export \d+ lines?$/ }).click()
    await expect(window.getByText(`${gala}-engagements.csv and ${gala}-unmatched.csv`)).toBeVisible()
    await expect(beside.getByText('Saved', { exact: true })).toBeHidden()
    expect(await readFile(join(folder, `${gala}-engagements.csv`), 'utf8')).toContain('B00000004')
    expect((await readdir(folder)).filter((name) => name.startsWith(`${picnic}-`))).toEqual([])
    await window.getByRole('button', { name: `Record 1 as Event attended: ${gala}` }).click()
    await expect(window.getByText('1 engagement recorded')).toBeVisible()
  })

  await test.step('a window that is reloaded loses its file, and the other window keeps its own', async () => {
    await window.reload()
    await expect(window.getByText('Drop a list of attendees here')).toBeVisible()
    await beside.getByRole('button', { name: `Record 1 as Event attended: ${picnic}` }).click()
    await expect(beside.getByText('1 engagement recorded')).toBeVisible()
  })

  await test.step('the recorded engagements are those of the two windows', async () => {
    await window.goto('app://staff/alumni/B00000004')
    await expect(window.getByText(gala).first()).toBeVisible()
    await expect(window.getByText(picnic)).toHaveCount(0)
    await beside.goto('app://staff/alumni/B00000001')
    await expect(beside.getByText(picnic).first()).toBeVisible()
    await expect(beside.getByText(gala)).toHaveCount(0)
  })
})

test(
  'a window cannot use a file of another window, and main drops a file when its page ends',
  onlyInSoak,
  async ({ electron, window, folder, signIn }) => {
    await signIn('staff')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    await window.goto('app://staff/tools/event_converter')
    await window.getByText('Drop a list of attendees here').waitFor()
    await writeFile(join(folder, 'gala.csv'), `${header}\nGala,2025-10-03,Peggy,peggy.oneil@example.org,yes\n`)
    await window.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!
      input.addEventListener('change', () => Object.assign(globalThis, { chosen: input.files![0] }), { capture: true })
    })
    await window.locator('input[type=file]').setInputFiles(join(folder, 'gala.csv'))
    const taken = await window.evaluate(async () => {
      const { desktop, chosen } = globalThis as never as {
        desktop: { take(file: File): Promise<{ reply: { id: string } }> }
        chosen: File
      }
      return (await desktop.take(chosen)).reply.id
    })
    const ask = (at: Page, channel: string, request: object) =>
      at.evaluate(
        ([name, asked]) =>
          (
            globalThis as never as { desktop: { call(channel: string, request: object): Promise<object> } }
          ).desktop.call(name, asked),
        [channel, request] as const,
      )
    const unknown = { error: 'This file is no longer available. Choose it again.' }
    const contentIn = (at: Page) =>
      at.evaluate((id) => fetch(`/file-content/${id}`).then((reply) => reply.text()), taken)
    expect(await contentIn(window)).toContain('peggy.oneil@example.org')
    const beside = await openWindow(electron, window, '/tools/event_converter')
    await beside.getByText('Drop a list of attendees here').waitFor()
    for (const [channel, request] of [
      ['uploads.send', { id: taken, path: '/settings/imports/contacts', fields: {} }],
      ['converter.finish', { id: taken }],
      ['converter.showSaved', { id: taken }],
    ] as const)
      expect([channel, await ask(beside, channel, request)]).toEqual([channel, unknown])
    await window.reload()
    expect(await ask(window, 'converter.finish', { id: taken })).toEqual(unknown)
    expect(JSON.parse(await contentIn(window))).toEqual(unknown)
  },
)

test(
  'the second window opens beside the first, and signing out in one closes the pages of the other',
  onlyInSoak,
  async ({ electron, window, signIn }) => {
    await signIn('staff')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    const beside = await openWindow(electron, window, '/alumni/B00000001')
    await expect(beside.getByRole('heading', { level: 1, name: /^José Álvarez.* ’15$/ })).toBeVisible()
    const places = await electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((each) => each.getNormalBounds()),
    )
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(2)

    await window.getByRole('button', { name: /your account/ }).click()
    await window.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(beside.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(beside.getByText('José Álvarez')).toHaveCount(0)
    await expect(beside.getByRole('link', { name: /^Server: / })).toBeVisible()

    await signIn('staff', window)
    await expect(beside.getByRole('heading', { level: 1, name: /^José Álvarez.* ’15$/ })).toBeVisible()
  },
)
