import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, password, test } from '../fixtures/journey.ts'

test.use({ person: 'staff', viewport: { width: 390, height: 844 } })

test('Stan checks people in on his phone, loses the network, goes on, loads the page again, and all arrives once', async ({
  page,
  context,
  pageOf,
  baseURL,
}) => {
  test.slow()
  await page.goto(await planDinner(page, baseURL!, 'Dinner by lanterns'))
  await page.getByRole('link', { name: 'Door list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dinner by lanterns' })).toBeVisible()
  const guests = page.getByRole('list', { name: 'Guests' }).getByRole('button')
  await expect(guests.first()).toBeVisible()
  await expectNoBarriers(page)
  const waiting = guests.and(page.locator('[aria-pressed="false"]'))
  const names = (await waiting.locator('strong').allInnerTexts()).slice(0, 3)
  const guest = (name: string) => guests.filter({ hasText: name }).first()
  await page.getByRole('searchbox', { name: 'Search the list by name' }).fill(names[0]!.slice(0, 3).toLowerCase())
  await guest(names[0]!).click()
  await expect(page.getByText(`${names[0]} is checked in.`)).toBeVisible()
  await expect(page.getByText('All is saved')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  const worker = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
  await expect.poll(worker).toBe('activated')

  await context.setOffline(true)
  await guest(names[1]!).click()
  await guest(names[2]!).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 taps wait for the network')).toBeVisible()
  await page.reload()
  await expect(guest(names[1]!)).toHaveAttribute('aria-pressed', 'true')
  await expect(guest(names[2]!)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('3 taps wait for the network')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('All is saved')).toBeVisible()
  const ada = await pageOf('admin')
  await ada.goto(page.url())
  const adas = (name: string) => ada.getByRole('list', { name: 'Guests' }).getByRole('button').filter({ hasText: name })
  await expect(adas(names[0]!).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(adas(names[1]!).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(adas(names[2]!).first()).toHaveAttribute('aria-pressed', 'false')
})

test('once Ada signs out, no name is left in her browser, and neither page nor worker', async ({ pageOf, baseURL }) => {
  test.slow()
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
})

/** An event whose day it is, to which three champions go; nobody is written to. Returns its address. */
async function planDinner(page: Page, origin: string, title: string): Promise<string> {
  const headers = { accept: 'application/json', origin }
  const post = async (url: string, data: object) => (await page.request.post(url, { headers, data })).json()
  const get = async (url: string) => (await page.request.get(url, { headers })).json()
  const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 16)
  const { id } = await post('/champion_signups/events', {
    title,
    slug: `dinner-${Date.now()}`,
    summary: 'Three courses.',
    body: '',
    picture: 'campus',
    photo: null,
    photo_alt: '',
    community_id: null,
    venue: 'Alumni Hall',
    address: '',
    is_online: false,
    time_zone: 'UTC',
    places: null,
    max_guests: 0,
    starts: clock(-60_000),
    ends: clock(3 * 60 * 60_000),
  })
  const url = `/champion_signups/events/${id}`
  await post(`${url}/moves`, { move: 'publish' })
  const { signups } = await get('/champion_signups?sort=name')
  // Other journeys sign up people of one name.
  const byName = new Map<string, string>(signups.map(({ name, email }: Record<string, string>) => [name, email]))
  for (const email of [...byName.values()].slice(0, 3)) await post(`${url}/rsvps`, { email, guests: 0 })
  const { guests } = await get(`${url}/door`)
  const ids = guests.map((guest: { id: number }) => guest.id)
  expect(await post(`${url}/attendance`, { attendance: 'going', ids })).toMatchObject({ marked: 3 })
  return url
}
