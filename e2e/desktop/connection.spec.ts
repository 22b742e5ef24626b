import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, expectNoBarriers, signInAt, onlyInSoak, test } from '../fixtures/desktop-app.ts'
import { openWire } from '../fixtures/wire.ts'

test.describe('over a connection that can be cut', () => {
  test.use({
    server: async ({ baseURL }, use) => {
      const wire = await openWire(baseURL!)
      await use(wire.url)
      await wire.close()
    },
  })

  test('main alone knows the token, a lost server is reported until it is back, and signing out removes everything', async ({
    app,
    window,
    server,
    profile,
    signIn,
  }) => {
    const wire = openWire.of(server)
    await signIn('staff')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    const [token] = wire.tokens
    expect(token).toMatch(/^[\w-]{43}$/)

    await test.step('the token is not in the window, on the disk or in the log', async () => {
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
      expect(app.said()).not.toContain(token)
      expect(wire.cookies).toEqual([])
    })

    await test.step('a lost server is reported, and typed text is kept', async () => {
      const box = window.getByRole('searchbox', { name: /^Search alumni by name/ })
      await box.fill('alvarez')
      wire.cut()
      await window.keyboard.press('Enter')
      await expect(window.getByText('The server cannot be reached')).toBeVisible()
      await expect(box).toHaveValue('alvarez')
      await window.getByRole('button', { name: 'Try now' }).click()
      await expect(window.getByText('The server cannot be reached')).toBeVisible()
      wire.restore()
      await expect(window.getByText('The server cannot be reached')).toBeHidden()
      await expect(window.getByRole('link', { name: /Álvarez/ }).first()).toBeVisible()
    })

    await test.step('an upgrade of the server is noticed at once, with a message if this app is too old', async () => {
      wire.upgrade('v98.0.0')
      await window
        .getByRole('link', { name: /Álvarez/ })
        .first()
        .click()
      await expect(window.getByText('It runs v98.0.0 now, and this app keeps working with it.')).toBeVisible()
      wire.change('/release', { release: 'v99.0.0', contract: 99, oldest_contract: 99 })
      wire.upgrade('v99.0.0')
      await window.getByRole('link', { name: 'Events', exact: true }).first().click()
      await expect(window.getByText(/^This server runs v99\.0\.0, which is too new for this app/)).toBeVisible()
    })

    await test.step('signing out removes everything', async () => {
      wire.change('/release', {})
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

for (const [server, kind] of [
  ['http://localhost:59999', 'http'],
  ['https://alumni.example.edu', 'https'],
] as const)
  test(`the app says that a proxy requires a password (${kind})`, onlyInSoak, async ({ launch, profile, place }) => {
    test.skip(place === 'Chromium', 'Electron’s Chromium speaks with the proxy.')
    const answer = 'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n'
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(`${answer}Content-Type: text/html\r\nContent-Length: 5\r\n\r\nHello`))
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    await writeFile(join(profile, 'settings.json'), JSON.stringify({ address: server }))
    const { port } = proxy.address() as AddressInfo
    const app = await launch({ args: [`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>'] })
    const window = await app.firstWindow()
    await expect(
      window.getByText('This computer’s proxy cannot reach the server. Contact your IT support.'),
    ).toBeVisible()
    proxy.close()
  })

test.describe('with a server that is too new', () => {
  test.use({
    server: async ({ baseURL }, use) => {
      const wire = await openWire(baseURL!)
      wire.change('/release', { release: 'v99.0.0', contract: 99, oldest_contract: 99 })
      await use(wire.url)
      await wire.close()
    },
  })

  test('Stan reads what to do instead of signing in, and signs in once app and server are compatible', async ({
    window,
    server,
    signIn,
  }) => {
    await expect(window.getByRole('heading', { level: 1, name: 'This app cannot use the server' })).toBeVisible()
    await expect(
      window.getByText(/^This server runs v99\.0\.0, which is too new for this app .* Update the app\.$/),
    ).toBeVisible()
    await expect(window.getByLabel('Password')).toHaveCount(0)
    await expectNoBarriers(window)
    await window.getByRole('button', { name: 'Check for updates' }).click()
    await expect(window.getByText(/updates/i).last()).toBeVisible()
    await window.getByRole('link', { name: 'Change the server' }).click()
    await expect(window.getByRole('textbox', { name: 'Address of the server' })).toHaveValue(server)
    await window.getByRole('link', { name: 'Keep this one' }).click()
    await expect(window.getByRole('heading', { level: 1, name: 'This app cannot use the server' })).toBeVisible()
    openWire.of(server).change('/release', {})
    await window.getByRole('button', { name: 'Try again' }).click()
    await signIn('staff')
    await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
  })
})

test.describe('with a server that is upgraded while Stan is signed out', () => {
  test.use({
    server: async ({ baseURL }, use) => {
      const wire = await openWire(baseURL!)
      await use(wire.url)
      await wire.close()
    },
  })

  test('the sign-in page says what to do', onlyInSoak, async ({ window, server }) => {
    const wire = openWire.of(server)
    await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    wire.change('/release', { release: 'v99.0.0', contract: 99, oldest_contract: 99 })
    wire.upgrade('v99.0.0')
    await window.evaluate(() => fetch('/login', { headers: { accept: 'application/json' } }))
    await expect(window.getByRole('heading', { level: 1, name: 'This app cannot use the server' })).toBeVisible()
  })
})

test('Stan signs in to the app in his own browser', async ({ app, window, page, place }) => {
  test.skip(place === 'Chromium', 'The browser is opened by Electron.')
  await app.electron!.evaluate(({ shell }) => {
    shell.openExternal = async (url) => void Object.assign(globalThis, { opened: url })
  })
  await window.getByRole('button', { name: 'Sign in with your browser' }).click()
  await expect(window.getByText('Continue in your browser')).toBeVisible()
  const readOpened = () => app.electron!.evaluate(() => (globalThis as { opened?: string }).opened)
  await expect.poll(readOpened).toContain('/auth/app?')
  await page.goto((await readOpened())!)
  await signInAt(page, 'staff')
  await page.getByRole('button', { name: 'Continue in the app' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await expect(window.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
})

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files).not.toEqual([])
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(file).catch(() => Buffer.alloc(0))).includes(text) ? [file] : [])),
  )
  return found.flat()
}
