import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search alumni by name/ })
const rows = (page: Page) => page.getByRole('table', { name: 'Alumni who were found' }).locator('[data-row]')
const chipsOf = (page: Page) => page.getByRole('list', { name: 'How the search was read' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Find a person, a page or an action' })

test.describe('Stan types sentences', () => {
  test.use({ person: 'staff' })

  test('a class year becomes a chip that one press removes, and a filter with another press', async ({ page }) => {
    await page.goto('/alumni_search')
    await searchBox(page).fill('alv 98')
    const chip = chipsOf(page).getByRole('button', { name: 'Class of 1998', exact: true })
    await expect(chip).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Jose Alvarez' }).first()).toBeVisible()
    await expectNoBarriers(page)
    await chip.click()
    await expect(page).toHaveURL(/\?q=alv&year_from=1998&year_to=1998$/)
    await expect(searchBox(page)).toHaveValue('alv')
    await page.goto('/alumni_search?q=alv+98')
    await chipsOf(page).getByRole('button', { name: 'Search without Class of 1998' }).click()
    await expect(page).toHaveURL(/\?q=alv$/)
  })

  test('a place becomes a chip with its distance, and a filter with one press', onlyInSoak, async ({ page }) => {
    await page.goto(`/alumni_search?${new URLSearchParams({ q: 'near Boston, MA 1990s' })}`)
    const chip = chipsOf(page).getByRole('button', { name: 'Within 25 miles of Boston, MA', exact: true })
    await expect(chipsOf(page).getByRole('button', { name: 'Class of 1990–1999', exact: true })).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await expectNoBarriers(page)
    await chip.click()
    await expect(page).toHaveURL(/near=Boston,\+MA&within=25/)
    await expect(searchBox(page)).toHaveValue('1990s')
    await page.goto(`/alumni_search?${new URLSearchParams({ q: 'xqzzv boston' })}`)
    await expect(page.getByText(/“boston”.* not understood/)).toHaveCount(0)
    await page
      .getByRole('group', { name: 'Searches that find someone' })
      .getByRole('button', { name: /^In Boston \(/ })
      .click()
    await expect(page).toHaveURL(/\?near=boston$/)
  })

  test('the same sentence in the bar of another page finds the same people', onlyInSoak, async ({ page }) => {
    await page.goto('/engagement_stats')
    await page.getByRole('button', { name: 'Search or go to' }).click()
    await page.keyboard.type('alv 98')
    await page.getByRole('option', { name: /^Search alumni for/ }).click()
    await expect(chipsOf(page).getByRole('button', { name: 'Class of 1998', exact: true })).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Jose Alvarez' }).first()).toBeVisible()
  })

  test('a search without results says so and offers the nearest search with results', async ({ page }) => {
    await page.goto(`/alumni_search?${new URLSearchParams({ q: 'alvarez 1931' })}`)
    await expect(page.getByText('No one matching “alvarez” graduated in 1931.')).toBeVisible()
    await expectNoBarriers(page)
    const nearest = page.getByRole('group', { name: 'Searches that find someone' })
    await nearest.getByRole('button', { name: /^“alvarez” \(/ }).click()
    await expect(page).toHaveURL(/\?q=alvarez$/)
    await expect(rows(page).first()).toBeVisible()

    await page.goto(`/alumni_search?${new URLSearchParams({ q: '3000' })}`)
    await expect(page.getByText('“3000” is not a class year')).toBeVisible()
    await page.goto(`/alumni_search?${new URLSearchParams({ q: "P'24" })}`)
    await expect(page.getByText('its meaning differs from school to school')).toBeVisible()
    await page.goto('/alumni_search?near=Atlantis')
    await expect(page.getByText('No one on file lives in “Atlantis”.')).toBeVisible()
    await page.goto('/alumni_search?near=Boston&within=20000')
    await expect(page.getByText('Enter a distance of 1 to 500 miles.')).toBeVisible()
  })

  test(
    'the filters load their choices when they open, and suggest cities where people live',
    onlyInSoak,
    async ({ page }) => {
      const choices: string[] = []
      page.on('request', (request) => request.url().endsWith('/choices') && choices.push(request.url()))
      await page.goto('/alumni_search?sort=name')
      await expect(rows(page).first()).toBeVisible()
      expect(choices).toEqual([])
      await page.keyboard.press('f')
      const panel = page.getByRole('dialog', { name: 'Filter' })
      await expect(panel.getByRole('combobox', { name: 'Near' })).toBeFocused()
      expect(choices).toHaveLength(1)
      await panel.getByRole('combobox', { name: 'Near' }).fill('bos')
      await page.getByRole('option', { name: /^Boston, MA/ }).click()
      await expect(page).toHaveURL(/near=Boston,\+MA&within=25/)
      await panel.getByLabel(/^Distance in miles/).fill('10')
      await panel.getByLabel(/^Distance in miles/).press('Enter')
      await expectNoBarriers(page)
      await panel.getByRole('button', { name: /^Show / }).click()
      await expect(page.getByRole('button', { name: 'Within 10 miles of Boston, MA', exact: true })).toBeVisible()
      await page.goto('/alumni_search?state=MA')
      await expect(page.getByRole('button', { name: 'State: Massachusetts', exact: true })).toBeVisible()
    },
  )

  test('letters typed before the palette has loaded appear in it', onlyInSoak, async ({ page }) => {
    const scripts: (() => Promise<void>)[] = []
    await page.route(/\/deferred-parts-[^/]+\.js$/, (route) => void scripts.push(() => route.continue()))
    await page.goto('/alumni_search')
    await expect(searchBox(page)).toBeFocused()
    await expect.poll(() => scripts.length).toBe(1)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('alv 98')
    await scripts[0]!()
    await expect(palette(page).getByRole('combobox')).toHaveValue('alv 98')
    await expect(searchBox(page)).toHaveValue('')
  })

  test('the palette reads the same sentences, finds names, and starts work', async ({ page }) => {
    await page.goto('/alumni_search')
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    const typed = palette(page).getByRole('combobox')
    await typed.fill('alv 98')
    await expect(palette(page).getByRole('option', { name: /Jose Alvarez.*’98/ })).toBeVisible()
    await expect(palette(page).getByRole('option', { name: /read as Class of 1998/ })).toBeVisible()
    await expectNoBarriers(page)
    await typed.fill('boston ma')
    await expect(palette(page).getByRole('option', { name: /read as In Boston, MA/ })).toBeVisible()
    await typed.fill('new ev')
    await expect(palette(page).getByRole('option', { name: 'New event' })).toBeVisible()
    await expect(palette(page).getByRole('option', { name: 'New user', exact: true })).toHaveCount(0)
    await typed.press('Enter')
    await expect(page).toHaveURL(/\/champion_signups\/events\/new$/)
  })
})

test.describe('Ada', () => {
  test.use({ person: 'admin' })

  test('finds an event by name, and invites a user from any page', async ({ page }) => {
    const { events } = await (
      await page.request.get('/champion_signups/events', { headers: { accept: 'application/json' } })
    ).json()
    const { title, id } = events[0] as { title: string; id: number }
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill(title.slice(0, 12))
    await palette(page).getByRole('option', { name: title }).first().click()
    await expect(page).toHaveURL(new RegExp(`/champion_signups/events/${id}$`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('new user')
    await palette(page).getByRole('option', { name: 'New user', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'New user' })).toBeVisible()
  })
})
