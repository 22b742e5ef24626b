import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, test } from '../fixtures/desktop-app.ts'

test.skip(({ place }) => place === 'Chromium', 'Windows, menus, dialogs and crashes of a page are Electron’s.')

test('Ada opens a second window, saves a file and a page, keeps what she typed, and a page that dies comes back', async ({
  electron,
  window,
  profile,
  signIn,
}) => {
  await signIn('admin')
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()

  await test.step('a page that is opened beside it has a window of its own, signed in as well', async () => {
    const opening = electron.waitForEvent('window')
    await window.evaluate(() => void open('/alumni/B00000002'))
    const beside = await opening
    await expect(beside.getByText('B00000002').first()).toBeVisible()
    await beside.close()
  })

  await test.step('a file is saved, and a refused one says why', async () => {
    await electron.evaluate(
      ({ session }, folder) =>
        void session.defaultSession.on('will-download', (_event, item) =>
          item.setSavePath(`${folder}/${item.getFilename()}`),
        ),
      profile,
    )
    await press(window, '/settings/reports/alumni_without_degrees.csv')
    await expect(window.getByText('alumni-without-degrees.csv', { exact: true })).toBeVisible()
    expect(await readFile(join(profile, 'alumni-without-degrees.csv'), 'utf8')).toMatch(/BUID/i)
    await press(window, '/champion_signups/events/999999/rsvps.csv')
    await expect(window.getByText('The file was not saved')).toBeVisible()
  })

  await test.step('the page is saved as PDF from the menu', async () => {
    const target = join(profile, 'page.pdf')
    await electron.evaluate(({ dialog, Menu }, filePath) => {
      dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as never
      const file = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
      file.find(({ label }) => label.startsWith('Save page'))!.click()
    }, target)
    await expect.poll(async () => (await readFile(target).catch(() => '')).slice(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('no key of the menus is a letter of the pages', async () => {
    const keys = await electron.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()!
        .items.flatMap(({ submenu }) => submenu?.items ?? [])
        .flatMap(({ accelerator }) => accelerator ?? []),
    )
    expect(keys.length).toBeGreaterThan(5)
    for (const key of keys) {
      expect(key).toMatch(/^(?:(?:CmdOrCtrl|CommandOrControl|Cmd|Command|Ctrl|Control|Alt|Shift)\+)+|^F\d+$/)
      expect(key).not.toMatch(/\+K$/)
    }
  })

  await test.step('words are found in the page, whatever their accents, and the bar itself is not', async () => {
    const find = (label: string) =>
      electron.evaluate(({ Menu }, wanted) => {
        const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
        items.find((item) => item.label === wanted)!.click()
      }, label)
    await window.goto('app://staff/alumni/B00000001')
    await expect(window.getByRole('heading', { level: 1, name: /José Álvarez/ })).toBeVisible()
    await find('Find in page…')
    const bar = window.getByRole('search', { name: 'Find in page' })
    await bar.getByRole('textbox').fill('jose alvarez')
    await expect(bar.getByRole('status')).toContainText(/^1 of [1-9]/)
    const marked = () =>
      window.evaluate(() => [...CSS.highlights.get('found-now')!].map((range) => (range as Range).toString()))
    expect(await marked()).toEqual(['José Álvarez'])
    await bar.getByRole('textbox').fill('B00000001 and nothing else')
    await expect(bar.getByRole('status')).toHaveText('Nothing found')
    await bar.getByRole('textbox').fill('a')
    await expect(bar.getByRole('status')).toContainText(/^1 of/)
    await find('Find next')
    await expect(bar.getByRole('status')).toContainText(/^2 of/)
    await expectNoBarriers(window)
    await window.keyboard.press('Escape')
    await expect(bar).toBeHidden()
  })

  await test.step('closing asks first while something is typed', async () => {
    await window.goto('app://staff/champion_signups/events/new')
    const field = window.getByRole('textbox', { name: 'Title' })
    await field.fill('Typed and not saved')
    await electron.evaluate(({ dialog, BrowserWindow }) => {
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      dialog.showMessageBoxSync = ((_window: unknown, { message }: { message: string }) => (
        asked.push(message),
        0
      )) as never
      BrowserWindow.getAllWindows()[0]!.close()
    })
    await expect
      .poll(() => electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked))
      .toEqual(['Leave without saving?'])
    await expect(field).toHaveValue('Typed and not saved')
  })

  await test.step('a page that dies is loaded again three times, then says that it has stopped', async () => {
    const crash = () =>
      electron.evaluate(async ({ BrowserWindow }) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]!
        const loaded = new Promise<void>((resolve) => webContents.once('did-finish-load', () => resolve()))
        webContents.forcefullyCrashRenderer()
        await loaded
        return webContents.executeJavaScript('document.title') as Promise<string>
      })
    const titles = [await crash(), await crash(), await crash(), await crash()]
    expect(titles.slice(0, 3)).not.toContain('The app has stopped')
    expect(titles[3]).toBe('The app has stopped')
  })
})

/** Presses a link that saves a file. */
async function press(window: Page, url: string): Promise<void> {
  await window.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, download: '' })
    document.body.append(link)
    link.click()
    link.remove()
  }, url)
}
