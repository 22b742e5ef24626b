import { once } from 'node:events'
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, signInAt, onlyInSoak, test } from '../fixtures/desktop-app.ts'
import { cancelImport, waitForSection } from '../fixtures/import-pages.ts'

test.skip(({ place }) => place === 'Chromium', 'Files are opened by Electron’s command line, menus and dialogs.')

const exportOf = (name: string) => join(import.meta.dirname, `../../desktop/src/converter/testing/exports/${name}.csv`)
const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex')

async function choose(electron: ElectronApplication, filePaths: string[]): Promise<void> {
  await electron.evaluate(({ dialog, Menu }, chosen) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: chosen })) as never
    const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
    items.find(({ label }) => label === '&Open…')!.click()
  }, filePaths)
}

/** Ends the session on the server, as if it had expired. */
async function endSession(window: Page): Promise<void> {
  await window.evaluate(async () => {
    const reply = await fetch('/account', { headers: { accept: 'application/json' } })
    const { sessions } = (await reply.json()) as { sessions: { id: number; is_this: boolean }[] }
    const { id } = sessions.find((one) => one.is_this)!
    await fetch(`/account/sessions/${id}`, { method: 'DELETE', headers: { accept: 'application/json' } })
  })
}

async function isConverted(window: Page): Promise<void> {
  await expect(window.getByRole('heading', { level: 1, name: 'Event converter' })).toBeVisible()
  await expect(window.getByLabel('Name of the event')).toHaveValue('Careers in Medicine')
}

test('Stan opens a report of Zoom by its path, by a relative path, by a file:// address and from the menu', async ({
  launch,
  folder,
}) => {
  await copyFile(exportOf('zoom-webinar'), join(folder, 'webinar.csv'))
  const app = await launch({ args: [relative(process.cwd(), join(folder, 'webinar.csv'))] })
  const window = await app.firstWindow()
  await signInAt(window, 'staff')
  await isConverted(window)

  await test.step('a second start hands over its working folder', async () => {
    await window.goto('app://staff/alumni_search')
    await app.evaluate(
      ({ app: running }, [where, url]) =>
        void running.emit('second-instance', {}, ['alumni-relations', '--flag', url], where),
      [folder, pathToFileURL(join(folder, 'webinar.csv')).href] as const,
    )
    await isConverted(window)
    await window.goto('app://staff/alumni_search')
    await app.evaluate(
      ({ app: running }, where) => void running.emit('second-instance', {}, ['alumni-relations', 'webinar.csv'], where),
      folder,
    )
    await isConverted(window)
  })

  await test.step('the menu lists the file as recently opened', async () => {
    await window.goto('app://staff/alumni_search')
    await choose(app, [join(folder, 'webinar.csv')])
    await isConverted(window)
    await window.goto('app://staff/alumni_search')
    const listRecentProfiles = await app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
      const { submenu } = items.find(({ label }) => label === 'Open &recent')!
      submenu!.items[0]!.click()
      return submenu!.items.map(({ label }) => label)
    })
    expect(listRecentProfiles[0]).toBe('webinar.csv')
    await isConverted(window)
  })

  await test.step('a file that Stan cannot use is refused with a message', async () => {
    const expectRefused = async (name: string, content: string | Buffer, message: string) => {
      await writeFile(join(folder, name), content)
      await choose(app, [join(folder, name)])
      await expect(window.getByRole('alert').filter({ hasText: name })).toContainText(message)
    }
    await expectRefused('people.csv', 'BUID,First Name\nB90000101,Grace\n', 'This is a CRM file.')
    await expectRefused('gifts.csv', 'CRM Contact ID,Gift Date\n1,2025-01-01\n', 'This is a giving file.')
    await expectRefused('picture.csv', png, 'This is a PNG picture, not a CSV file.')
    await choose(app, [join(folder, 'gone.csv')])
    await expect(window.getByRole('alert').filter({ hasText: 'gone.csv' })).toContainText('moved or deleted')
  })

  await test.step('a picture named .csv is not accepted as a list of attendees', async () => {
    await window.goto('app://staff/tools/event_converter')
    await window.locator('input[type=file]').setInputFiles(join(folder, 'picture.csv'))
    await expect(window.getByRole('main').getByRole('alert')).toContainText('This is a PNG picture, not a CSV file.')
  })

  await test.step('signing out clears the recent files', async () => {
    await window.getByRole('button', { name: /your account/ }).click()
    await window.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const settings = await readFile(join(folder, '../settings.json'), 'utf8')
    expect(settings).not.toContain('webinar.csv')
  })
})

test('Ada opens three files: an export of attendees is converted, a CRM file is sent, and gifts wait for their days', async ({
  electron,
  window,
  folder,
  signIn,
  importsAlone,
}) => {
  void importsAlone
  await signIn('admin')
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
  await copyFile(exportOf('zoom-webinar'), join(folder, 'webinar.csv'))
  await choose(electron, [join(folder, 'webinar.csv')])
  await isConverted(window)

  await writeFile(join(folder, 'gifts.csv'), 'CRM Contact ID,Gift Date\n1,2025-01-01\n')
  await choose(electron, [join(folder, 'gifts.csv')])
  await expect(window.getByRole('heading', { level: 1, name: 'Giving import' })).toBeVisible()
  await expect(window.getByText('gifts.csv is ready.')).toBeVisible()

  await writeFile(join(folder, 'people.csv'), 'BUID,First Name,Last Name\nB90000101,Grace,Hopper\n')
  await choose(electron, [join(folder, 'people.csv')])
  await window.getByRole('button', { name: 'Upload people.csv' }).click()
  await waitForSection(window, 'Waiting for review')
  await cancelImport(window)
  await waitForSection(window, 'Canceled')
})

test(
  'a full disk is reported once, and Stan still opens a file, signs in and signs out',
  onlyInSoak,
  async ({ launch, folder, profile }) => {
    await copyFile(exportOf('zoom-webinar'), join(folder, 'webinar.csv'))
    // Every write here fails because the disk is full.
    for (const name of ['settings.json', 'sign-in', 'event-converter.json'])
      await symlink('/dev/full', join(profile, `${name}.new`))
    const app = await launch({ args: [join(folder, 'webinar.csv')] })
    const window = await app.firstWindow()
    await expect(window.getByRole('alert').filter({ hasText: 'The disk is full' })).toHaveCount(1)
    await signInAt(window, 'staff')
    await isConverted(window)
    await window.goto('app://staff/account')
    await window.getByRole('button', { name: /your account/ }).click()
    await window.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  },
)

test('a sign-in that ends with the app leaves no file names', onlyInSoak, async ({ start, folder, profile }) => {
  await copyFile(exportOf('zoom-webinar'), join(folder, 'webinar.csv'))
  const app = await start()
  const window = await app.firstWindow()
  await signInAt(window, 'staff')
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
  await choose(app.electron!, [join(folder, 'webinar.csv')])
  await isConverted(window)
  await window.goto('app://staff/alumni/B00000001')
  await expect(window.getByRole('heading', { level: 1, name: /José Álvarez/ })).toBeVisible()
  const listRecentProfiles = (at: Page) =>
    at.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('recent-profiles:')))
  await expect.poll(() => listRecentProfiles(window)).toHaveLength(1)
  const ended = once(app.electron!.process(), 'exit')
  await app.electron!.evaluate((electron) => electron.app.quit())
  await ended
  expect(await readFile(join(profile, 'settings.json'), 'utf8')).not.toContain('webinar.csv')
  const again = await (await start()).firstWindow()
  await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await listRecentProfiles(again)).toEqual([])
})

test(
  'after a session expires, the names of people and opened files are gone when the app exits',
  onlyInSoak,
  async ({ launch, folder }) => {
    await copyFile(exportOf('zoom-webinar'), join(folder, 'webinar.csv'))
    const app = await launch()
    const window = await app.firstWindow()
    await signInAt(window, 'staff')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    await choose(app, [join(folder, 'webinar.csv')])
    await isConverted(window)
    await window.goto('app://staff/alumni/B00000001')
    await expect(window.getByRole('heading', { level: 1, name: /^José Álvarez.* ’15$/ })).toBeVisible()
    const readStorage = (at: Page) => at.evaluate(() => JSON.stringify(localStorage))
    await expect.poll(() => readStorage(window)).toContain('recent-profiles')

    await endSession(window)
    await window.goto('app://staff/alumni_search')
    await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await app.close()
    expect(await readFile(join(folder, '../settings.json'), 'utf8')).not.toContain('webinar.csv')
    const next = await (await launch()).firstWindow()
    await expect(next.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await readStorage(next)).not.toContain('recent-profiles')
  },
)

test('the next person to sign in after an expired session sees none of the earlier person’s files', async ({
  launch,
  folder,
  profile,
  server,
}) => {
  const settings = join(profile, 'settings.json')
  await copyFile(exportOf('zoom-webinar'), join(folder, 'webinar.csv'))
  await writeFile(settings, JSON.stringify({ address: server, user: 0 }))
  const read = () => readFile(settings, 'utf8')
  const app = await launch()
  const window = await app.firstWindow()

  await signInAt(window, 'admin')
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
  await choose(app, [join(folder, 'webinar.csv')])
  await isConverted(window)
  await endSession(window)
  await window.goto('app://staff/alumni_search')
  await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await read()).toContain('webinar.csv')

  await test.step('Ada still finds her file when she signs in again', async () => {
    await signInAt(window, 'admin')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    expect(await read()).toContain('webinar.csv')
    await endSession(window)
    await window.goto('app://staff/alumni_search')
    await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('Stan finds only the file that he opened before he signed in', async () => {
    await copyFile(exportOf('zoom-webinar'), join(folder, 'his.csv'))
    await choose(app, [join(folder, 'his.csv')])
    await signInAt(window, 'staff')
    await isConverted(window)
    expect(await read()).not.toContain('webinar.csv')
    expect(await read()).toContain('his.csv')
  })
})

test('the dialog names the saved files', onlyInSoak, async ({ electron, window }) => {
  await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await electron.evaluate(({ session }) => {
    session.defaultSession.on('will-download', (_event, item) => {
      Object.assign(globalThis, { title: item.getSaveDialogOptions().title })
      item.cancel()
    })
  })
  await window.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['a']))
    link.download = 'people.csv'
    link.click()
  })
  await expect.poll(() => electron.evaluate(() => (globalThis as { title?: string }).title)).toBe('Save people.csv')
})
