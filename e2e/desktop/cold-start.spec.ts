import { expect, signInAt, onlyInSoak, test } from '../fixtures/desktop-app.ts'
import { openWire } from '../fixtures/wire.ts'

test.skip(({ place }) => place === 'Chromium', 'What is told before a page listens is told by Electron.')
test.use({
  server: async ({ baseURL }, use) => {
    const wire = await openWire(baseURL!)
    await use(wire.url)
    await wire.close()
  },
})

test('the sign-in page is complete after a cold start, and a failure in main is shown as a message', async ({
  electron,
  window,
  server,
}) => {
  await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(window.getByRole('button', { name: 'Sign in with your browser' })).toBeVisible()
  await expect(window.getByRole('link', { name: `Server: ${new URL(server).host}` })).toBeVisible()
  await expect(window).toHaveTitle(/^Sign in · \S/)
  await expect(window).not.toHaveTitle(/Alumni alumni/)
  await electron.evaluate(() => {
    setTimeout(() => {
      throw new Error('Nothing has caught this.')
    })
  })
  await expect(window.getByRole('alert').filter({ hasText: 'Something went wrong in the app' })).toBeVisible()
})

test('every window shows that the server is unreachable', onlyInSoak, async ({ server, start }) => {
  openWire.of(server).cut()
  const app = await start()
  const window = await app.firstWindow()
  await expect(window.getByText('The server cannot be reached')).toBeVisible()
  const opening = app.electron!.waitForEvent('window')
  await window.evaluate(() => void open('/connection'))
  await expect((await opening).getByText('The server cannot be reached')).toBeVisible()
})

test('a link that starts the app opens its page', async ({ launch }) => {
  const app = await launch({ args: ['ALUMNI://Alumnus/b00000001'] })
  const window = await app.firstWindow()
  await signInAt(window, 'staff')
  await expect(window).toHaveURL(/\/alumni\/B00000001$/)
  await expect(window.getByRole('heading', { level: 1, name: /^José Álvarez.* ’15$/ })).toBeVisible()
})
