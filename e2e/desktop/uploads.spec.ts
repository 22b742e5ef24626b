import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { rounds } from '@alumni/server/testing/soak'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { expect, onlyInSoak, test } from '../fixtures/desktop-app.ts'
import { cancelImport, waitForSection } from '../fixtures/import-pages.ts'
import { openWire } from '../fixtures/wire.ts'

/** `UPLOAD_KILLS=20` for more moments; each takes a start of the app. */
const kills = Number(process.env.UPLOAD_KILLS ?? rounds(1, 5))
const megabyte = 1024 * 1024

test.skip(({ place }) => place === 'Chromium', 'What is killed is Electron’s process.')
test.use({
  server: async ({ baseURL }, use) => {
    const wire = await openWire(baseURL!)
    await use(wire.url)
    await wire.close()
  },
})

test('an app that is killed in the middle of an upload goes on at the next start; the file arrives whole, and once', async ({
  start,
  app: first,
  folder,
  server,
  signIn,
  importsAlone,
}) => {
  void importsAlone
  const rows = (kills + 1) * 1000
  const lines = Array.from({ length: rows }, (_, row) => `B9${String(row).padStart(7, '0')},Nobody,${'x'.repeat(1000)}`)
  const file = `BUID,First Name,Street\n${lines.join('\n')}\n`
  await writeFile(join(folder, 'killed.csv'), file)
  const wire = openWire.of(server)

  let app = first
  let window = await app.firstWindow()
  for (let killed = 0; killed < kills; killed++) {
    wire.letThrough(Math.round((0.3 + 0.6 * ((killed * 0.618) % 1)) * megabyte))
    await signIn('admin', window)
    if (killed === 0) {
      await window.getByRole('link', { name: 'Settings' }).first().click()
      await window.getByRole('link', { name: 'Imports' }).first().click()
      await window.locator('input[type=file]').setInputFiles(join(folder, 'killed.csv'))
    }
    await expect.poll(wire.isFull).toBe(true)
    const program = app.electron!.process()
    const exited = once(program, 'exit')
    program.kill('SIGKILL')
    await exited
    wire.letThrough(Infinity)
    app = await start()
    window = await app.firstWindow()
  }
  await signIn('admin', window)
  await window.getByRole('link', { name: 'Review it' }).click()
  await waitForSection(window, 'Waiting for review')
  const { batches } = await window.evaluate(async () => {
    const reply = await fetch('/settings/imports/contacts', { headers: { accept: 'application/json' } })
    return (await reply.json()) as { batches: ImportStatusReply[] }
  })
  const arrived = batches.filter(({ file_name: name }) => name === 'killed.csv')
  expect(arrived).toMatchObject([{ file_size: Buffer.byteLength(file), counts: { rows } }])
  await cancelImport(window)
  await waitForSection(window, 'Canceled')
})

test(
  'a page that is loaded again in the middle of an upload goes on with it',
  onlyInSoak,
  async ({ electron, window, folder, server, signIn, importsAlone }) => {
    void importsAlone
    const lines = Array.from(
      { length: 2000 },
      (_, row) => `B9${String(row).padStart(7, '0')},Nobody,${'x'.repeat(1000)}`,
    )
    await writeFile(join(folder, 'reloaded.csv'), `BUID,First Name,Street\n${lines.join('\n')}\n`)
    const wire = openWire.of(server)
    wire.letThrough(Math.round(1.2 * megabyte))
    await signIn('admin')
    await window.getByRole('link', { name: 'Settings' }).first().click()
    await window.getByRole('link', { name: 'Imports' }).first().click()
    await window.locator('input[type=file]').setInputFiles(join(folder, 'reloaded.csv'))
    await expect.poll(wire.isFull).toBe(true)
    const loaded = window.waitForEvent('load')
    // Ada confirms that she leaves the page.
    await electron.evaluate(({ dialog, BrowserWindow }) => {
      dialog.showMessageBoxSync = () => 1
      BrowserWindow.getAllWindows()[0]!.webContents.reload()
    })
    await loaded
    wire.letThrough(Infinity)
    await window.getByRole('link', { name: 'Review it' }).click()
    await waitForSection(window, 'Waiting for review')
    await cancelImport(window)
    await waitForSection(window, 'Canceled')
  },
)
