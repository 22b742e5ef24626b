import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doorPage, buildScannedText, type DoorGuest } from '@alumni/shared/publications/door'
import type { Page } from '@playwright/test'
import { encodeQR } from 'qr'
import { clock, dinner } from '../fixtures/dinner.ts'
import {
  expect,
  expectNoBarriers,
  expectNoBarriersInAnyTheme,
  password,
  onlyInSoak,
  test,
} from '../fixtures/journey.ts'

test.use({ person: 'staff', viewport: { width: 390, height: 844 } })

test('Stan checks people in on a phone without a camera and without a network, and every check-in arrives once', async ({
  page,
  context,
  pageOf,
  baseURL,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(await planDinner(page, baseURL!, 'Dinner by lanterns'))
  await page.getByRole('link', { name: 'Door list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dinner by lanterns' })).toBeVisible()
  const guests = page.getByRole('list', { name: 'Guests' }).getByRole('button')
  await expect(guests.first()).toBeVisible()
  await expectNoBarriers(page)
  const waiting = guests.and(page.locator('[aria-pressed="false"]'))
  const names = (await waiting.locator('strong').allInnerTexts()).slice(0, 3)
  const guest = (name: string) => guests.filter({ hasText: name }).first()
  await page.getByRole('searchbox', { name: 'Search by name or code' }).fill(names[0]!.slice(0, 3).toLowerCase())
  await guest(names[0]!).click()
  await expect(page.getByText(`${names[0]} is checked in.`)).toBeVisible()
  await expect(page.getByText('All is saved')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => workerOf(page)).toBe('activated')
  expect(complaints).toEqual([])

  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByRole('alert')).toContainText('Type the code instead.')
  await page.getByRole('button', { name: 'Stop' }).click()

  await context.setOffline(true)
  await guest(names[1]!).click()
  await guest(names[2]!).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 check-ins wait for the network')).toBeVisible()
  await page.reload()
  await expect(guest(names[1]!)).toHaveAttribute('aria-pressed', 'true')
  await expect(guest(names[2]!)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('3 check-ins wait for the network')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('All is saved')).toBeVisible()
  const ada = await pageOf('admin')
  await ada.goto(page.url())
  const guestOnAdasList = (name: string) =>
    ada.getByRole('list', { name: 'Guests' }).getByRole('button').filter({ hasText: name })
  await expect(guestOnAdasList(names[0]!).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(guestOnAdasList(names[1]!).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(guestOnAdasList(names[2]!).first()).toHaveAttribute('aria-pressed', 'false')
})

test(
  'after Ada signs out, neither her browser nor the service worker has any name',
  onlyInSoak,
  async ({ pageOf, baseURL }) => {
    const page = await pageOf('nobody')
    await page.goto('/login')
    await page.getByLabel('E-mail').fill('admin@example.edu')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()
    await page.goto(await planDinner(page, baseURL!, 'Dinner by candles'))
    await page.getByRole('link', { name: 'Door list' }).click()
    const stored = () =>
      page.evaluate(async () => ({
        lists: Object.keys(localStorage).filter((key) => key.startsWith('door-list')).length,
        files: (await caches.keys()).length,
        workers: (await navigator.serviceWorker.getRegistrations()).length,
      }))
    const document = () => page.evaluate(async () => (await (await caches.match(location.pathname))?.text()) ?? '')
    await expect.poll(stored).toEqual({ lists: 1, files: 1, workers: 1 })
    expect(await document()).toContain('<div id="root">')
    expect(await document()).not.toContain('admin@example.edu')
    await page.getByRole('link', { name: 'The event' }).click()
    await page.getByRole('button', { name: /Ada Lindqvist/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect.poll(stored).toEqual({ lists: 0, files: 0, workers: 0 })
  },
)

test('Stan checks in a guest by a typed code, then by a scanned one without a network, and a second scan shows the first time', async ({
  page,
  playwright,
  sessions,
  baseURL,
}, { project }) => {
  const url = await planDinner(page, baseURL!, 'Dinner by starlight')
  const reply = await page.request.get(`${url}/door`, { headers: { accept: 'application/json' } })
  const { event, guests } = doorPage.parse(await reply.json())
  const [rosa, ben] = guests as [DoorGuest, DoorGuest]
  await page.goto(`${url}/door`)
  const search = page.getByRole('searchbox')
  await search.fill(rosa.code.replace('-', '').toLowerCase())
  await expect(page.getByRole('list', { name: 'Guests' }).getByRole('button')).toHaveText(new RegExp(rosa.name))
  await search.press('Enter')
  await expect(page.getByRole('status')).toContainText(`${rosa.name} is checked in.`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toBeEmpty()

  const film = await filmOf(buildScannedText(event.id, ben.code))
  const fake = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
  const { executablePath, args = [] } = project.use.launchOptions ?? {}
  const camera = await playwright.chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...args, ...fake, `--use-file-for-fake-video-capture=${film}`],
  })
  const phone = await camera.newPage({ baseURL: baseURL!, storageState: sessions.staff, viewport: page.viewportSize() })
  await phone.goto(`${url}/door`)
  await expect.poll(() => workerOf(phone)).toBe('activated')
  await phone.context().setOffline(true)
  await phone.reload()
  await phone.getByRole('button', { name: 'Scan' }).click()
  await expect(phone.getByLabel('What the camera sees')).toBeVisible()
  await expect(phone.getByRole('status')).toContainText(`${ben.name} is checked in.`)
  await expect(phone.getByRole('status')).toContainText(`${ben.name} was already checked in at `)
  await expectNoBarriersInAnyTheme(phone)
  await phone.context().setOffline(false)
  await expect(phone.getByText('All is saved')).toBeVisible()
  await phone.getByRole('button', { name: 'Stop' }).click()
  await expect(phone.getByLabel('What the camera sees')).toBeHidden()
  await camera.close()
  await rm(film)
  await page.reload()
  await expect(page.getByRole('button', { name: ben.name })).toHaveAttribute('aria-pressed', 'true')
})

function workerOf(page: Page) {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
}

/** A video for Chromium's camera: a QR code for one second, then a white wall, repeated. */
async function filmOf(text: string): Promise<string> {
  const [width, height, scale] = [320, 240, 6]
  const rows = encodeQR(text, 'raw', { border: 4, scale })
  const [left, top] = [(width - rows.length) >> 1, (height - rows.length) >> 1]
  const frame = (isCode: boolean) => {
    const light = Buffer.alloc(width * height, 235)
    if (isCode)
      for (const [y, row] of rows.entries())
        for (const [x, isDark] of row.entries()) if (isDark) light[(top + y) * width + left + x] = 16
    return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  }
  const frames = Array.from({ length: 18 }, (_, at) => frame(at < 5))
  const file = join(tmpdir(), `door-${process.pid}-${Date.now()}.y4m`)
  await writeFile(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`), ...frames]),
  )
  return file
}

async function planDinner(page: Page, origin: string, title: string): Promise<string> {
  const headers = { accept: 'application/json', origin }
  const post = async (url: string, data: object) => (await page.request.post(url, { headers, data })).json()
  const get = async (url: string) => (await page.request.get(url, { headers })).json()
  const day = 24 * 60 * 60_000
  const fields = { ...dinner(title, { starts: 2 * day, ends: 2 * day }), slug: `dinner-${Date.now()}` }
  const { id } = await post('/champion_signups/events', fields)
  const url = `/champion_signups/events/${id}`
  await post(`${url}/moves`, { move: 'publish' })
  const { signups } = await get('/champion_signups?sort=name')
  // Other journeys sign up people with the same name.
  const byName = new Map<string, string>(signups.map(({ name, email }: Record<string, string>) => [name, email]))
  for (const email of [...byName.values()].slice(0, 3)) await post(`${url}/rsvps`, { email, guests: 0 })
  const { event } = await get(url)
  const today = { starts: clock(-60_000), ends: clock(day / 8), version: event.version }
  const changed = await page.request.patch(url, { headers, data: { ...fields, ...today } })
  expect(changed.ok()).toBe(true)
  return url
}
