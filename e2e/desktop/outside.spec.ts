import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { answerQuestions, askMain, expect, onlyInSoak, test } from '../fixtures/desktop-app.ts'
import { openWire } from '../fixtures/wire.ts'

test.skip(({ place }) => place === 'Chromium', 'Dialogs, windows and the browser are opened by Electron.')

async function watchBrowser(electron: ElectronApplication): Promise<() => Promise<string[]>> {
  await electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
    shell.showItemInFolder = (path) => void opened.push(path)
  })
  return () => electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

test(
  'a compromised page cannot connect Stan’s app to another server',
  onlyInSoak,
  async ({ electron, window, baseURL, profile }) => {
    await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const wire = await openWire(baseURL!)
    let requests = 0
    const foreign = createServer((_request, reply) => {
      requests++
      reply.end('{}')
    }).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    const evil = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
    const readSettings = async () =>
      JSON.parse(await readFile(join(profile, 'settings.json'), 'utf8')) as { address: string }

    await test.step('no page but the connection page may choose a server', async () => {
      const questions = await answerQuestions(electron, true)
      for (const path of ['/login', '/alumni_search', '/connections', '/connection/x']) {
        await window.evaluate((url) => history.pushState(null, '', url), path)
        expect(await askMain(window, 'connection.choose', { address: evil })).toEqual({
          error: 'The server is chosen on its own page. Choose “Change the server” in the menu.',
        })
      }
      expect(await questions()).toEqual([])
    })

    await test.step('Stan is asked on the connection page, and a server that he does not confirm gets no request', async () => {
      await window.goto('app://staff/connection')
      const questions = await answerQuestions(electron, false)
      await window.getByRole('textbox', { name: 'Address of the server' }).fill(evil)
      await window.getByRole('button', { name: 'Connect' }).click()
      await expect(window.getByRole('alert')).toContainText('You did not confirm this address, so nothing was changed.')
      expect(await questions()).toEqual([`Connect this app to ${new URL(evil).host}?`])
      expect(requests).toBe(0)
      expect((await readSettings()).address).toBe(baseURL)
    })

    await test.step('a second question is refused while the first one is open, and questions close with their page', async () => {
      await electron.evaluate(({ dialog }) => {
        const signals: AbortSignal[] = []
        Object.assign(globalThis, { signals })
        dialog.showMessageBox = (async (_window: unknown, { signal }: { signal: AbortSignal }) => {
          signals.push(signal)
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          return { response: 1 }
        }) as never
      })
      const states = () =>
        electron.evaluate(() =>
          (globalThis as unknown as { signals: AbortSignal[] }).signals.map(({ aborted }) => aborted),
        )
      await window.evaluate(
        (address) =>
          void (globalThis as never as { desktop: { call: Function } }).desktop.call('connection.choose', { address }),
        evil,
      )
      await expect.poll(states).toEqual([false])
      expect(await askMain(window, 'connection.choose', { address: evil })).toMatchObject({
        reply: { isChosen: false },
      })
      await window.reload()
      await expect.poll(states).toEqual([true])
      expect(requests).toBe(0)
    })

    await test.step('a server that Stan confirms becomes his server', async () => {
      await answerQuestions(electron, true)
      await window.getByRole('textbox', { name: 'Address of the server' }).fill(wire.url)
      await window.getByRole('button', { name: 'Connect' }).click()
      await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect((await readSettings()).address).toBe(wire.url)
    })
    foreign.close()
    await wire.close()
  },
)

test('a page may open one address a second, and Stan is asked before a foreign host opens', async ({
  electron,
  window,
  baseURL,
}) => {
  await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const opened = await watchBrowser(electron)
  const pause = () => window.waitForTimeout(1100)

  await test.step('one of three hundred attempts reaches the browser each second', async () => {
    const questions = await answerQuestions(electron, true)
    const started = Date.now()
    await window.evaluate(() => {
      for (let nth = 0; nth < 150; nth++) open(`https://example.com/${nth}`)
      for (let nth = 0; nth < 150; nth++) open(`mailto:ada@example.edu?subject=${nth}`)
    })
    await expect.poll(async () => (await opened()).at(0)).toBe('https://example.com/0')
    await window.evaluate(() => void (location.href = 'https://example.com/followed'))
    const perSecond = Math.ceil((Date.now() - started) / 1000)
    expect((await opened()).length).toBeLessThanOrEqual(perSecond)
    expect((await questions())[0]).toBe('Open example.com in your browser?')
  })

  await test.step('an address that Stan does not confirm is not opened', async () => {
    await pause()
    const before = (await opened()).length
    const questions = await answerQuestions(electron, false)
    await window.evaluate(() => void (location.href = 'https://evil.example/?people=B00000001'))
    await expect.poll(questions).toEqual(['Open evil.example in your browser?'])
    expect(await opened()).toHaveLength(before)
  })

  await test.step('the server’s own pages open without a question', async () => {
    await pause()
    const questions = await answerQuestions(electron, false)
    await window.evaluate(() => void open('/api/v1'))
    await expect.poll(async () => (await opened()).at(-1)).toBe(`${baseURL}/api/v1`)
    expect(await questions()).toEqual([])
  })

  await test.step('a page cannot open the browser sign-in more than once a second', async () => {
    await pause()
    const before = (await opened()).length
    const started = Date.now()
    await window.evaluate(() => {
      const { desktop } = globalThis as never as { desktop: { call(channel: string, request: null): Promise<unknown> } }
      return Promise.race(Array.from({ length: 50 }, () => desktop.call('browser.sign-in', null)))
    })
    await askMain(window, 'browser.cancel', null)
    expect((await opened()).length - before).toBeLessThanOrEqual(Math.ceil((Date.now() - started) / 1000))
  })
})

test('eight windows may be open, and a ninth is refused with a message', onlyInSoak, async ({ electron, window }) => {
  await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await window.evaluate(() => {
    for (let nth = 0; nth < 30; nth++) open('/login')
  })
  const count = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await expect.poll(count).toBe(8)
  await expect
    .poll(async () => {
      const texts = await Promise.all(electron.windows().map((each) => each.locator('body').innerText()))
      return texts.filter((text) => text.includes('8 windows are open')).length
    })
    .toBeGreaterThan(0)
  await electron.evaluate(({ BrowserWindow, Menu }) => {
    BrowserWindow.getAllWindows().at(-1)!.destroy()
    const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
    for (let nth = 0; nth < 3; nth++) items.find(({ label }) => label === '&New window')!.click()
  })
  expect(await count()).toBe(8)
})
