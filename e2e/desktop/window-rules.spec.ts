import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isSoak } from '@alumni/server/testing/soak'
import type { ElectronApplication } from '@playwright/test'
import { expect, onlyInSoak, test } from '../fixtures/desktop-app.ts'
import { openWire } from '../fixtures/wire.ts'

test.skip(({ place }) => place === 'Chromium', 'The rules are of Electron’s window.')

async function watchSystem(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

test('the window follows Electron’s twenty security rules', async ({ electron, window }) => {
  const opened = await watchSystem(electron)
  await window.getByRole('heading', { name: 'Sign in' }).waitFor()

  await test.step('rules 2, 3, 4, 6, 8, 9, 10, 11: the window has secure options', async () => {
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

  await test.step('rule 5: pages get no permission but copying', async () => {
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

  await test.step('rules 1, 7, 18: the app has its own scheme and a policy that pages cannot bypass', async () => {
    expect(new URL(window.url()).protocol).toBe('app:')
    const policy = await window.evaluate(async () =>
      (await fetch('/login', { headers: { accept: 'text/html' } })).headers.get('content-security-policy'),
    )
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]+'/)
    const tried = await window.evaluate(async () => {
      const script = Object.assign(document.createElement('script'), { textContent: 'window.injected = true' })
      document.body.append(script)
      const fetchOutcome = (url: string) =>
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
        await fetchOutcome('https://example.com/'),
        await fetchOutcome('http://localhost:1/'),
        await fetchOutcome('file:///etc/passwd'),
        await fetchOutcome('app://other/'),
        framed,
      ]
    })
    expect(tried).toEqual([false, 'failed', 'failed', 'failed', 'failed', 'closed'])
  })

  await test.step('rules 11, 12: pages cannot create a webview', async () => {
    expect(await window.evaluate(() => 'loadURL' in document.createElement('webview'))).toBe(false)
  })

  await test.step('rules 13, 14, 15: the window does not navigate away, and opens only listed addresses outside', async () => {
    await window.evaluate(() => {
      for (const url of ['file:///etc/passwd', 'smb://host/x', 'vscode://x', 'http://example.com/', 'data:text/html,x'])
        open(url)
      open('mailto:ada@example.edu?attach=/etc/passwd')
      open('mailto:ada@example.edu')
    })
    await expect.poll(opened).toEqual(['mailto:ada@example.edu'])
    expect(new URL(window.url()).host).toBe('staff')
    expect(electron.windows()).toHaveLength(1)
  })

  await test.step('navigating to about:blank does not empty the window', async () => {
    for (const leave of ["location.href = 'about:blank'", "location.replace('about:blank')"]) {
      const back = window.waitForEvent('load')
      await electron.evaluate(({ BrowserWindow }, script) => {
        void BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(script)
      }, leave)
      await back
      await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    }
  })

  await test.step('rule 16: Electron’s version is current', async () => {
    const { devDependencies } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../desktop/package.json'), 'utf8'),
    )
    expect(Number.parseInt(devDependencies.electron, 10)).toBeGreaterThanOrEqual(45)
  })

  await test.step('rule 17: main answers only windows of this app', async () => {
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

  await test.step('rule 20: the window sees three functions and no API of Electron', async () => {
    expect(await window.evaluate(() => Object.keys((window as never as { desktop: object }).desktop))).toEqual([
      'call',
      'on',
      'take',
    ])
    expect(
      await window.evaluate(() => ['electron', 'ipcRenderer', 'Buffer', 'global'].some((name) => name in window)),
    ).toBe(false)
  })

  await test.step('main answers any invalid message with an error at most, and keeps running', async () => {
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
      const channels = ['connection.choose', 'colorScheme.set', 'connection.check', 'connection.read', 'browser.cancel']
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

test('a page reaches the network only through main', async ({ electron, window, profile }) => {
  await window.getByRole('heading', { name: 'Sign in' }).waitFor()
  const heard: string[] = []
  const udp = createSocket('udp4', (message) => heard.push(`UDP: ${message.length} bytes`)).bind(0, '127.0.0.1')
  const tcp = createServer((socket) => {
    heard.push('TCP: a connection')
    socket.on('data', (bytes) => heard.push(bytes.toString('latin1'))).on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
  const ports = [udp.address().port, (tcp.address() as AddressInfo).port] as const
  const log = join(profile, 'network.json')
  await electron.evaluate(({ netLog }, path) => netLog.startLogging(path, { captureMode: 'everything' }), log)

  const candidates = await window.evaluate(async ([udpPort, tcpPort]) => {
    const there = `127.0.0.1:${tcpPort}`
    const add = (name: string, members: object) =>
      document.body.append(Object.assign(document.createElement(name), members))
    add('link', { rel: 'dns-prefetch', href: 'https://prefetched.leak.example/' })
    add('link', { rel: 'preconnect', href: 'https://preconnected.leak.example/' })
    for (const rel of ['preconnect', 'prefetch', 'preload', 'modulepreload', 'prerender', 'icon', 'manifest'])
      add('link', { rel, href: `http://${there}/${rel}`, as: 'fetch' })
    const rules = { prefetch: [{ urls: [`http://${there}/rule`] }], prerender: [{ urls: [`http://${there}/rule`] }] }
    add('script', { type: 'speculationrules', textContent: JSON.stringify(rules) })
    add('img', { src: `http://${there}/image` })
    add('video', { src: `http://${there}/video` })
    add('iframe', { src: `http://${there}/frame` })
    navigator.sendBeacon(`http://${there}/beacon`)
    const tries = [
      () => new WebSocket(`ws://${there}/`),
      () => new EventSource(`http://${there}/events`),
      () => new Worker(`http://${there}/worker.js`),
      () => void new WebTransport(`https://${there}/`).ready.catch(() => undefined),
    ]
    for (const attempt of tries)
      try {
        attempt()
      } catch {
        // Refused at once.
      }
    const login = { username: 'ada', credential: 'secret' }
    const peer = new RTCPeerConnection({
      iceServers: [
        { urls: [`stun:127.0.0.1:${udpPort}`, 'stun:stun.leak.example:3478'] },
        { urls: [`turn:127.0.0.1:${udpPort}`, `turn:127.0.0.1:${tcpPort}?transport=tcp`], ...login },
        { urls: 'turns:turn.leak.example?transport=tcp', ...login },
      ],
    })
    peer.createDataChannel('out')
    const found: string[] = []
    const gathered = new Promise<void>((done) => {
      peer.onicecandidate = ({ candidate }) => (candidate ? void found.push(candidate.candidate) : done())
    })
    await peer.setLocalDescription(await peer.createOffer())
    await gathered
    return found
  }, ports)
  await electron.evaluate(({ netLog }) => netLog.stopLogging())

  expect(candidates).toEqual([])
  expect(heard).toEqual([])
  expect(namesResolved(await readFile(log, 'utf8'))).toEqual([])
  udp.close()
  tcp.close()
})

test.describe('with a server that sends invalid replies', () => {
  test.use({
    server: async ({ baseURL }, use) => {
      const wire = await openWire(baseURL!)
      await use(wire.url)
      await wire.close()
    },
  })

  test(
    'the app shows its pages and can change its server despite any invalid reply or saved file',
    onlyInSoak,
    async ({ start, profile, server }) => {
      const wire = openWire.of(server)
      const { institution } = (await (
        await fetch(`${server}/login`, { headers: { accept: 'application/json' } })
      ).json()) as {
        institution: object
      }
      const logos = [
        'https://',
        'https://[',
        'https://a;sandbox/x.png',
        "https://a;script-src 'none'/x",
        'file:///etc/passwd',
      ]
      const app = await start()
      let window = await app.firstWindow()
      // Electron may crash if a window loads another page before the first one (electron/electron#19847).
      await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      for (const logo_url of [...logos, 'x'.repeat(5000)]) {
        wire.change('/login', { institution: { ...institution, logo_url } })
        await changeServer(app.electron!)
        await window.getByRole('textbox', { name: 'Address of the server' }).fill(server)
        await window.getByRole('button', { name: 'Connect' }).click()
        await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      }
      await app.close()

      const settings = [
        ...logos.map((logo) => ({ address: server, logo })),
        ...['nonsense', 'http://example.edu', 'javascript:alert(1)', 7].map((address) => ({ address })),
        [],
      ]
      // Each one needs a start of the app, so only the soak tries all.
      for (const odd of settings.filter((_, index) => isSoak || [2, 7, 9].includes(index))) {
        await writeFile(join(profile, 'settings.json'), JSON.stringify(odd))
        const again = await start()
        window = await again.firstWindow()
        const heading = 'address' in odd && odd.address === server ? 'Sign in' : 'Welcome'
        await expect(window.getByRole('heading', { name: heading })).toBeVisible()
        await changeServer(again.electron!)
        await expect(window.getByRole('textbox', { name: 'Address of the server' })).toBeVisible()
        await again.close()
      }
    },
  )
})

function namesResolved(log: string): string[] {
  const { constants, events } = JSON.parse(log) as {
    constants: { logEventTypes: Record<string, number> }
    events: { type: number }[]
  }
  const types = new Set(
    Object.entries(constants.logEventTypes).flatMap(([name, type]) => (name.startsWith('HOST_RESOLVER') ? [type] : [])),
  )
  const lookUps = JSON.stringify(events.filter(({ type }) => types.has(type)))
  return [...new Set(lookUps.match(/[a-z]+\.leak\.example/g))]
}

async function changeServer(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
    items.find(({ label }) => label === '&Change the server…')!.click()
  })
}
