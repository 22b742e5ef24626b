import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from '../fixtures/desktop-app.ts'

test.skip(({ place }) => place === 'Chromium', 'The rules are of Electron’s window.')

/** What the system's browser, mail program and dialogs would be asked for; they answer as a test says. */
async function watchSystem(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

test('the window keeps to Electron’s twenty rules', async ({ electron, window }) => {
  const opened = await watchSystem(electron)
  await window.getByRole('heading', { name: 'Sign in' }).waitFor()

  await test.step('2, 3, 4, 6, 8, 9, 10, 11: its options', async () => {
    const options = await electron.evaluate(({ BrowserWindow }) => {
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
      open('mailto:ada@example.edu?attach=/etc/passwd')
      open('mailto:ada@example.edu')
      location.href = 'https://example.com/followed'
    })
    await expect
      .poll(opened)
      .toEqual(['https://example.com/shown', 'mailto:ada@example.edu', 'https://example.com/followed'])
    expect(new URL(window.url()).host).toBe('staff')
    expect(electron.windows()).toHaveLength(1)
  })

  await test.step('about:blank does not empty it', async () => {
    for (const leave of ["location.href = 'about:blank'", "location.replace('about:blank')"]) {
      const back = window.waitForEvent('load')
      await electron.evaluate(({ BrowserWindow }, script) => {
        void BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(script)
      }, leave)
      await back
      await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    }
  })

  await test.step('16: Electron is a current one', async () => {
    const { devDependencies } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../desktop/package.json'), 'utf8'),
    )
    expect(Number.parseInt(devDependencies.electron, 10)).toBeGreaterThanOrEqual(45)
  })

  await test.step('17: main answers this app’s windows only', async () => {
    const foreign = await electron.evaluate(async ({ app, BrowserWindow }) => {
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
