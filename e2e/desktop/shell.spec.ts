import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../fixtures/desktop-app.ts'
import { openWire } from '../fixtures/wire.ts'

/** What the system's browser, mail program and dialogs would be asked for; they answer as a test says. */
async function watchSystem(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

test('the window keeps to Electron’s twenty rules', async ({ app, window }) => {
  const opened = await watchSystem(app)
  await window.getByRole('heading', { name: 'Sign in' }).waitFor()

  await test.step('2, 3, 4, 6, 8, 9, 10, 11: its options', async () => {
    const options = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>
      }
      return contents.getLastWebPreferences()
    })
    expect(options).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    })
    expect([options.nodeIntegrationInWorker ?? false, options.enableBlinkFeatures ?? '']).toEqual([false, ''])
    expect(await window.evaluate(() => [typeof require, typeof process, typeof module].join())).toBe(
      'undefined,undefined,undefined',
    )
  })

  await test.step('5: no permission but copying', async () => {
    const answers = await window.evaluate(async () => {
      const refused = (ask: () => Promise<unknown>) =>
        ask().then(
          () => 'granted',
          () => 'denied',
        )
      return [
        await Notification.requestPermission(),
        await refused(() => navigator.mediaDevices.getUserMedia({ audio: true })),
        await refused(() => new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail))),
        (await navigator.permissions.query({ name: 'geolocation' })).state,
        await refused(() => navigator.clipboard.readText()),
      ]
    })
    expect(answers).toEqual(answers.map(() => 'denied'))
  })

  await test.step('1, 7, 18: its own scheme and policy, and no way past them', async () => {
    expect(new URL(window.url()).protocol).toBe('app:')
    const policy = await window.evaluate(async () =>
      (await fetch('/login', { headers: { accept: 'text/html' } })).headers.get('content-security-policy'),
    )
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]+'/)
    const tried = await window.evaluate(async () => {
      const script = Object.assign(document.createElement('script'), { textContent: 'window.injected = true' })
      document.body.append(script)
      const fails = (url: string) =>
        fetch(url).then(
          () => 'answered',
          () => 'failed',
        )
      const framed = await new Promise((done) => {
        const frame = Object.assign(document.createElement('iframe'), { src: '/login' })
        frame.addEventListener('load', () => done(frame.contentDocument === null ? 'closed' : 'open'))
        document.body.append(frame)
        setTimeout(() => done('closed'), 2000)
      })
      return [
        'injected' in window,
        await fails('https://example.com/'),
        await fails('http://localhost:1/'),
        await fails('file:///etc/passwd'),
        await fails('app://other/'),
        framed,
      ]
    })
    expect(tried).toEqual([false, 'failed', 'failed', 'failed', 'failed', 'closed'])
  })

  await test.step('11, 12: no webview', async () => {
    expect(await window.evaluate(() => 'loadURL' in document.createElement('webview'))).toBe(false)
  })

  await test.step('13, 14, 15: it goes nowhere, and opens outside only what is listed', async () => {
    await window.evaluate(() => {
      for (const url of ['file:///etc/passwd', 'smb://host/x', 'vscode://x', 'http://example.com/', 'data:text/html,x'])
        open(url)
      open('https://example.com/shown')
      open('mailto:ada@example.edu')
      location.href = 'https://example.com/followed'
    })
    await expect
      .poll(opened)
      .toEqual(['https://example.com/shown', 'mailto:ada@example.edu', 'https://example.com/followed'])
    expect(new URL(window.url()).host).toBe('staff')
    expect(app.windows()).toHaveLength(1)
  })

  await test.step('16: Electron is a current one', async () => {
    const { devDependencies } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../desktop/package.json'), 'utf8'),
    )
    expect(Number.parseInt(devDependencies.electron, 10)).toBeGreaterThanOrEqual(45)
  })

  await test.step('17: main answers this app’s windows only', async () => {
    const foreign = await app.evaluate(async ({ app, BrowserWindow }) => {
      const preload = `${app.getAppPath()}/dist/preload/start.cjs`
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await other.loadURL('data:text/html,<p>Hello')
      const answers = (await other.webContents.executeJavaScript(
        `Promise.all([desktop.call('connection.read', null), desktop.take(new File(['x'], 'x'))])`,
      )) as unknown[]
      other.destroy()
      return answers
    })
    const refusal = { error: 'Only the windows of this app are answered.' }
    expect(foreign).toEqual([refusal, refusal])
  })

  await test.step('20: the window sees three functions and nothing of Electron', async () => {
    expect(await window.evaluate(() => Object.keys((window as never as { desktop: object }).desktop))).toEqual([
      'call',
      'on',
      'take',
    ])
    expect(
      await window.evaluate(() => ['electron', 'ipcRenderer', 'Buffer', 'global'].some((name) => name in window)),
    ).toBe(false)
  })

  await test.step('whatever a window sends, main answers with a sentence at most, and lives', async () => {
    const answers = await window.evaluate(async () => {
      const { desktop } = window as never as { desktop: { call(channel: string, request: unknown): Promise<object> } }
      const deep: object[] = [{}]
      for (let i = 0; i < 200; i++) deep.push({ inside: deep.at(-1) })
      const odd = [undefined, 0, Number.NaN, '', 'x'.repeat(1_000_000), [], {}, { address: 7 }, { scheme: '__proto__' }]
      const requests = [
        ...odd,
        { address: 'x'.repeat(10_000) },
        deep.at(-1),
        new Date(),
        new Uint8Array(1000),
        new Map(),
      ]
      const channels = ['connection.choose', 'look.choose', 'connection.read', 'google.cancel']
      return Promise.all(
        channels.flatMap((channel) =>
          requests.map((request) => desktop.call(channel, request).then((answer) => [channel, answer])),
        ),
      )
    })
    for (const [channel, answer] of answers as [string, object][])
      expect([channel, Object.keys(answer)]).toEqual([channel, ['error']])
    const unknown = ['nothing', '__proto__', 'constructor', '']
    for (const channel of unknown)
      expect(
        await window.evaluate(
          (name) =>
            (window as never as { desktop: { call(channel: string, request: null): Promise<object> } }).desktop
              .call(name, null)
              .then(
                () => 'answered',
                () => 'refused',
              ),
          channel,
        ),
      ).toBe('refused')
    // Playwright still waits for the navigation that was refused.
    expect(await window.evaluate(() => document.querySelector('h1')?.textContent)).toBe('Sign in')
  })
})

test.describe('through a connection that can be cut', () => {
  test.use({
    server: async ({ baseURL }, use) => {
      const wire = await openWire(baseURL!)
      await use(wire.url)
      await wire.close()
    },
  })

  test('the token stays with main; a lost server is told and found again; signing out leaves nothing', async ({
    app,
    window,
    server,
    profile,
    signIn,
  }) => {
    let said = ''
    for (const stream of [app.process().stdout!, app.process().stderr!])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const wire = openWire.of(server)
    await signIn('staff')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    const [token] = wire.tokens
    expect(token).toMatch(/^[\w-]{43}$/)

    await test.step('neither the window nor the disk nor the log knows the token', async () => {
      const inWindow = await window.evaluate(async () =>
        JSON.stringify([
          { ...localStorage },
          { ...sessionStorage },
          document.cookie,
          document.documentElement.outerHTML,
          await indexedDB.databases(),
        ]),
      )
      const reply = await window.evaluate(async () => {
        const response = await fetch('/session', { headers: { accept: 'application/json' } })
        return JSON.stringify([[...response.headers], await response.text()])
      })
      expect(inWindow + reply).not.toContain(token)
      expect(await filesWith(profile, token!)).toEqual([])
      expect(said).not.toContain(token)
      expect(wire.cookies).toEqual([])
    })

    await test.step('a server that goes away is told of, and what was typed is kept', async () => {
      const box = window.getByRole('searchbox', { name: /^Search alumni by name/ })
      await box.fill('alvarez')
      wire.cut()
      await window.keyboard.press('Enter')
      await expect(window.getByText('The server cannot be reached')).toBeVisible()
      await expect(box).toHaveValue('alvarez')
      wire.mend()
      await window.getByRole('button', { name: 'Try now' }).click()
      await expect(window.getByText('The server cannot be reached')).toBeHidden()
      await expect(window.getByRole('link', { name: /Álvarez/ }).first()).toBeVisible()
    })

    await test.step('signing out leaves nothing', async () => {
      await window.getByRole('button', { name: /your account/ }).click()
      await window.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect(await window.evaluate(() => fetch('/session').then(({ status }) => status))).toBe(401)
      expect(
        await window.evaluate(() => Object.keys(localStorage).filter((key) => /recent|profile/i.test(key))),
      ).toEqual([])
    })
  })
})

test('Ada follows a link, saves a file and a page, keeps what she typed, and a page that dies comes back', async ({
  app,
  window,
  profile,
  signIn,
}) => {
  await signIn('admin')
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()

  await test.step('a second start leads the first one to its link', async () => {
    const { spawnfile, spawnargs } = app.process()
    const second = spawn(
      spawnfile,
      [...spawnargs.slice(1).filter((arg) => !/^--(inspect|remote)/.test(arg)), 'alumni://alumnus/B00000001'],
      {
        env: { ...process.env, ...(await app.evaluate(() => ({ DISPLAY: process.env.DISPLAY ?? '' }))) },
        stdio: 'ignore',
      },
    )
    await once(second, 'exit')
    await expect(window).toHaveURL('app://staff/alumni/B00000001')
    await expect(window.getByText('B00000001').first()).toBeVisible()
    expect(app.windows()).toHaveLength(1)
  })

  await test.step('a file is saved, and a refused one says why', async () => {
    await app.evaluate(
      ({ session }, folder) =>
        void session.defaultSession.on('will-download', (_event, item) =>
          item.setSavePath(`${folder}/${item.getFilename()}`),
        ),
      profile,
    )
    await press(window, '/settings/reports/alumni_without_degrees.csv')
    await expect(window.getByText('Saved', { exact: true })).toBeVisible()
    expect(await readFile(join(profile, 'alumni-without-degrees.csv'), 'utf8')).toMatch(/BUID/i)
    await press(window, '/champion_signups/events/999999/rsvps.csv')
    await expect(window.getByText('The file was not saved')).toBeVisible()
  })

  await test.step('the page is saved as PDF from the menu', async () => {
    const target = join(profile, 'page.pdf')
    await app.evaluate(({ dialog, Menu }, filePath) => {
      dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as never
      const file = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
      file.find(({ label }) => label.startsWith('Save page'))!.click()
    }, target)
    await expect.poll(async () => (await readFile(target).catch(() => '')).slice(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('no key of the menus is a letter of the pages', async () => {
    const keys = await app.evaluate(({ Menu }) =>
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

  await test.step('closing asks first while something is typed', async () => {
    await window.goto('app://staff/champion_signups/events/new')
    const field = window.getByRole('textbox', { name: 'Title' })
    await field.fill('Typed and not saved')
    await app.evaluate(({ dialog, BrowserWindow }) => {
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      dialog.showMessageBoxSync = ((_window: unknown, { message }: { message: string }) => (
        asked.push(message),
        0
      )) as never
      BrowserWindow.getAllWindows()[0]!.close()
    })
    await expect
      .poll(() => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked))
      .toEqual(['Leave without saving?'])
    await expect(field).toHaveValue('Typed and not saved')
  })

  await test.step('a page that dies is loaded again three times, then says that it has stopped', async () => {
    const crash = () =>
      app.evaluate(async ({ BrowserWindow }) => {
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

/** The files below `folder` in which this text stands. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(3)
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(file).catch(() => Buffer.alloc(0))).includes(text) ? [file] : [])),
  )
  return found.flat()
}
