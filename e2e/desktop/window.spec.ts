import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, test } from '../fixtures/desktop-app.ts'

test.skip(({ place }) => place === 'Chromium', 'Windows, menus, dialogs and crashes of a page are Electron’s.')

test('Ada opens a second window, saves a file and a page, keeps typed text, and a crashed page is loaded again', async ({
  electron,
  window,
  profile,
  signIn,
}) => {
  await signIn('admin')
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()

  await test.step('a page opened in a second window is signed in too', async () => {
    const opening = electron.waitForEvent('window')
    await window.evaluate(() => void open('/alumni/B00000002'))
    const beside = await opening
    await expect(beside.getByRole('heading', { level: 1, name: /’98$/ })).toBeVisible()
    await beside.close()
  })

  await test.step('a file is saved, and a refused export shows the reason', async () => {
    await electron.evaluate(
      ({ session }, folder) =>
        void session.defaultSession.on('will-download', (_event, item) => {
          Object.assign(globalThis, item.getSaveDialogOptions())
          item.setSavePath(`${folder}/${item.getFilename()}`)
        }),
      profile,
    )
    await pressLink(window, '/settings/reports/alumni_without_degrees.csv')
    await expect(window.getByText('alumni-without-degrees.csv', { exact: true })).toBeVisible()
    expect(await readFile(join(profile, 'alumni-without-degrees.csv'), 'utf8')).toMatch(/BUID/i)
    expect(await electron.evaluate(() => (globalThis as unknown as { title: string }).title)).toBe(
      'Save alumni-without-degrees.csv',
    )
    await pressLink(window, '/champion_signups/events/999999/rsvps.csv')
    await expect(window.getByText('The file was not saved')).toBeVisible()
  })

  await test.step('the page is saved as a PDF from the menu', async () => {
    const target = join(profile, 'page.pdf')
    await electron.evaluate(({ dialog, Menu }, filePath) => {
      dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as never
      const file = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
      file.find(({ label }) => label.startsWith('&Save page'))!.click()
    }, target)
    await expect.poll(async () => (await readFile(target).catch(() => '')).slice(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('a failed print is reported, and a canceled print is not', async () => {
    const print = (reason: string) =>
      electron.evaluate(({ BrowserWindow, Menu }, failure) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]!
        webContents.print = (_options, end) => end!(false, failure)
        const file = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
        file.find(({ label }) => label === '&Print…')!.click()
      }, reason)
    const alert = window.getByRole('alert').filter({ hasText: 'The page was not printed' })
    await print('Print job canceled')
    await print('Print job failed')
    await expect(alert).toHaveCount(1)
  })

  await test.step('the menu shows the licenses of the app’s libraries', async () => {
    const opening = electron.waitForEvent('window')
    await electron.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
      items.find(({ label }) => label === '&Licenses')!.click()
    })
    const licenses = await opening
    for (const library of ['react-dom', 'electron-updater', 'papaparse'])
      await expect(licenses.getByText(new RegExp(`^## ${library} - `, 'm'))).toBeVisible()
    await licenses.close()
  })

  await test.step('every menu and each of its items has a different access key', async () => {
    const menus = await electron.evaluate(({ Menu }) => {
      const labels = (items: Electron.MenuItem[]): string[][] => [
        items.filter(({ type, visible }) => type !== 'separator' && visible).map(({ label }) => label),
        ...items.flatMap(({ submenu }) => (submenu ? labels(submenu.items) : [])),
      ]
      return labels(Menu.getApplicationMenu()!.items)
    })
    expect(menus.length).toBeGreaterThan(7)
    for (const labels of menus) {
      const letters = labels.map((label) => /&(\w)/.exec(label)?.[1]?.toLowerCase() ?? `none in ${label}`)
      expect(letters.filter((letter, nth) => letter.length > 1 || letters.indexOf(letter) !== nth)).toEqual([])
    }
  })

  await test.step('the menu’s shortcuts do not use single letters or the page’s Ctrl K', async () => {
    const keys = await electron.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()!
        .items.flatMap(({ submenu }) => submenu?.items ?? [])
        .flatMap(({ accelerator }) => accelerator ?? []),
    )
    expect(keys.length).toBeGreaterThan(5)
    for (const key of ['=', 'numadd', 'numsub', 'num0']) expect(keys).toContain(`CmdOrCtrl+${key}`)
    for (const key of keys) {
      expect(key).toMatch(/^(?:(?:CmdOrCtrl|CommandOrControl|Cmd|Command|Ctrl|Control|Alt|Shift)\+)+|^F\d+$/)
      expect(key).not.toMatch(/\+K$/)
    }
  })

  await test.step('find in page ignores accents and does not find its own bar', async () => {
    const find = (label: string) =>
      electron.evaluate(({ Menu }, wanted) => {
        const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
        items.find((item) => item.label === wanted)!.click()
      }, label)
    // Chosen while the page still loads its scripts.
    await window.goto('app://staff/alumni/B00000001', { waitUntil: 'commit' })
    await find('&Find in page…')
    const bar = window.getByRole('search', { name: 'Find in page' })
    await expect(bar).toBeVisible()
    await expect(window.getByRole('heading', { level: 1, name: /José Álvarez/ })).toBeVisible()
    await bar.getByRole('textbox').fill('jose alvarez')
    await expect(bar.getByRole('status')).toContainText(/^1 of [1-9]/)
    const listHighlights = () =>
      window.evaluate(() => [...CSS.highlights.get('found-now')!].map((range) => (range as Range).toString()))
    expect(await listHighlights()).toEqual(['José Álvarez'])
    await bar.getByRole('textbox').fill('B00000001 and nothing else')
    await expect(bar.getByRole('status')).toHaveText('Nothing found')
    await bar.getByRole('textbox').fill('a')
    await expect(bar.getByRole('status')).toContainText(/^1 of/)
    await find('Find &next')
    await expect(bar.getByRole('status')).toContainText(/^2 of/)
    await expectNoBarriers(window)
    await window.keyboard.press('Escape')
    await expect(bar).toBeHidden()
  })

  await test.step('closing a window asks first if there is unsaved text', async () => {
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

  await test.step('a crashed page is loaded again three times, and then a message says that it has stopped', async () => {
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

async function pressLink(window: Page, url: string): Promise<void> {
  await window.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, download: '' })
    document.body.append(link)
    link.click()
    link.remove()
  }, url)
}
