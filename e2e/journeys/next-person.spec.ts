import type { Page } from '@playwright/test'
import { expect, expectNoBarriersInAnyTheme, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const rows = (page: Page) => page.locator('[data-row]')
const list = (page: Page) => page.getByRole('group', { name: 'The list you came from' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const buidOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!

async function buidsOn(page: Page, address: string): Promise<string[]> {
  const reply = await page.request.get(address, { headers: { accept: 'application/json' } })
  return ((await reply.json()) as { alumni: { buid: string }[] }).alumni.map(({ buid }) => buid)
}

test('Stan steps through the profiles of a search, across its pages, and returns to the last person', async ({
  page,
}) => {
  const search = '/alumni_search?country=US&sort=name'
  const [first, second] = [await buidsOn(page, search), await buidsOn(page, `${search}&page=2`)]
  await page.goto(search)
  await rows(page).nth(48).getByRole('link').click()
  await expect(list(page).getByRole('status')).toHaveText(/^49 of \d+$/)
  expect(buidOf(page)).toBe(first[48])
  await expectNoBarriersInAnyTheme(page)
  await page.keyboard.press('j')
  await expect(list(page).getByRole('status')).toHaveText(/^50 of \d+$/)
  await list(page).getByRole('button', { name: 'Next person' }).click()
  await expect(list(page).getByRole('status')).toHaveText(/^51 of \d+$/)
  expect(buidOf(page)).toBe(second[0])
  await page.keyboard.press('j')
  await expect(list(page).getByRole('status')).toHaveText(/^52 of \d+$/)
  await page.keyboard.press('k')
  await expect(list(page).getByRole('status')).toHaveText(/^51 of \d+$/)
  await page.reload()
  await expect(list(page).getByRole('status')).toHaveText(/^51 of \d+$/)
  const path = new URL(page.url()).pathname
  const headers = { origin: new URL(page.url()).origin, accept: 'application/json' }
  const { alumnus } = await (await page.request.get(path, { headers })).json()
  const data = { street: `${Date.now()} Elm Street`, seen: { street: alumnus.street } }
  expect((await page.request.patch(`${path}/contact`, { headers, data })).status()).toBe(200)
  await page.reload()
  await page.getByRole('tab', { name: /^History/ }).click()
  await expect(page).toHaveURL(/tab=history/)
  await list(page).getByRole('link', { name: 'Back to results' }).click()
  await expect(page).toHaveURL(/country=US&sort=name&page=2$/)
  await expect(rows(page).first()).toBeFocused()
  await expect(rows(page).first()).toContainText(/\S/)
})

test('a person in a new window still has the list and the link back to it', onlyInSoak, async ({ page, context }) => {
  await page.goto('/alumni_search?q=smith&sort=name')
  await expect(rows(page).nth(1)).toBeVisible()
  const opened = context.waitForEvent('page')
  await rows(page)
    .nth(1)
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] })
  const other = await opened
  await expect(list(other).getByRole('status')).toHaveText(/^2 of \d+$/)
  expect(other.url()).not.toContain('smith')
  await other.reload()
  await expect(list(other).getByRole('status')).toHaveText(/^2 of \d+$/)
  await list(other).getByRole('button', { name: 'Previous person' }).click()
  await expect(list(other).getByRole('status')).toHaveText(/^1 of \d+$/)
  await expect(list(other).getByRole('button', { name: 'Previous person' })).toBeDisabled()
  await list(other).getByRole('link', { name: 'Back to results' }).click()
  await expect(other).toHaveURL(/\/alumni_search\?q=smith&sort=name$/)
  await expect(rows(other).first()).toBeFocused()
})

test('a person who is no longer in the list is marked, and the next one still opens', onlyInSoak, async ({ page }) => {
  const asked = '/alumni_search?state=CT&sort=name'
  const [before, person, after] = await buidsOn(page, asked)
  await page.goto('/alumni_search?state=CT&sort=name')
  await rows(page).nth(1).getByRole('link').click()
  await expect(list(page).getByRole('status')).toHaveText(/^2 of \d+$/)
  const move = (state: string, seen: string) =>
    page.request.patch(`/alumni/${person}/contact`, {
      data: { state, seen: { state: seen } },
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    })
  expect((await move('VT', 'CT')).status()).toBe(200)
  try {
    await page.reload()
    await expect(list(page).getByRole('status')).toHaveText(/^No longer in this list of \d+$/)
    await page.keyboard.press('j')
    await expect(page).toHaveURL(new RegExp(`${after}$`))
    await page.keyboard.press('k')
    await expect(page).toHaveURL(new RegExp(`${before}$`))
  } finally {
    expect((await move('CT', 'VT')).status()).toBe(200)
  }
})

test(
  'a profile opened without a list has no steps, and a champion’s record steps through the champions',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/alumni/B00000004')
    await expect(heading(page)).toContainText('Peggy')
    await expect(list(page)).toHaveCount(0)
    await page.goto('/champion_signups?sort=name')
    await rows(page).first().getByRole('link').first().click()
    await expect(list(page).getByRole('status')).toHaveText(/^1 of \d+$/)
    const first = buidOf(page)
    await page.keyboard.press('j')
    await expect(list(page).getByRole('status')).toHaveText(/^2 of \d+$/)
    expect(buidOf(page)).not.toBe(first)
    await list(page).getByRole('link', { name: 'Back to results' }).click()
    await expect(page).toHaveURL(/champion_signups\?sort=name$/)
    await expect(rows(page).nth(1)).toBeFocused()
  },
)

test(
  'the people of a batch search are stepped through in the order of its lines',
  onlyInSoak,
  async ({ page, context }) => {
    await page.goto('/tools/batch_search')
    await page.getByRole('textbox').fill('B00000004\nB00000001\nB00000010')
    await page.getByRole('button', { name: /^Look up/ }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /José Álvarez.* ’15/ }).click()
    const other = await opened
    await expect(list(other).getByRole('status')).toHaveText('2 of 3')
    await other.keyboard.press('k')
    await expect(other).toHaveURL(/B00000004$/)
    await expect(list(other).getByRole('link', { name: 'Back to results' })).toHaveCount(0)
  },
)
