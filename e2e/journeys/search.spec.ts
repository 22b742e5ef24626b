import { readFile } from 'node:fs/promises'
import type { Locator, Page, Request } from '@playwright/test'
import { expect, expectNoBarriers, password, onlyInSoak, test } from '../fixtures/journey.ts'

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search alumni by name/ })
const rows = (page: Page) => page.getByRole('table', { name: 'Alumni who were found' }).locator('[data-row]')
const row = (page: Page, name: RegExp) => rows(page).filter({ has: page.getByRole('link', { name }) })
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function readCount(page: Page): Promise<number> {
  const text = await page
    .getByRole('status')
    .filter({ hasText: /\d (person|people)/ })
    .innerText()
  return Number(/^([\d,]+) /.exec(text)![1]!.replaceAll(',', ''))
}

async function nameIn(row: Locator): Promise<string> {
  return (await row.getByRole('link').getAttribute('title'))!
}

async function exportAll(page: Page) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export to a CSV file' })
  await dialog.getByRole('button', { name: /^Export [\d,]+ people$/ }).click()
}

async function choose(panel: Locator, field: string, option: string) {
  await panel
    .getByRole('combobox', { name: field })
    .or(panel.getByLabel(field, { exact: true }))
    .first()
    .fill(option)
  await panel.page().getByRole('option', { name: option, exact: true }).click()
}

test.describe('Stan searches', () => {
  test.use({ person: 'staff' })

  test('he finds José Álvarez by keyboard alone, although he misspells him', async ({ page }) => {
    await page.goto('/alumni_search')
    await expect(searchBox(page)).toBeFocused()
    await expectNoBarriers(page)
    await page.keyboard.type('Alvarz Jose')
    await expect(row(page, /^José Álvarez/)).toBeVisible()
    await expect(
      page.getByRole('status').filter({ hasText: 'No exact match for “Alvarz”. Shown: Alvarez' }),
    ).toBeVisible()
    await expect(page).toHaveURL(/\?q=Alvarz\+Jose$/)
    await expectNoBarriers(page)

    await page.keyboard.press('Enter')
    await expect(rows(page).first()).toBeFocused()
    const second = await nameIn(rows(page).nth(1))
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toContainText(second)

    await page.keyboard.press('/')
    await page.keyboard.type('B00000004')
    await expect(page.getByRole('option', { name: /^Search alumni for/ })).toContainText('1 person')
    await page.getByRole('option', { name: /^Search alumni for/ }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/\?q=B00000004$/)
    await searchBox(page).fill('')
    await page.keyboard.type('peggy.oneil@example.org')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toContainText("O'Neil")

    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
    await searchBox(page).focus()
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).not.toBeFocused()
    await expect(searchBox(page)).toHaveValue('peggy.oneil@example.org')
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).toHaveValue('')
    await expect(searchBox(page)).toBeFocused()
    await expect(page).toHaveURL(/\/alumni_search$/)
    await expect(page.getByRole('heading', { name: 'Recent profiles' })).toBeVisible()
  })

  test('the latest input wins even if an earlier reply arrives later', onlyInSoak, async ({ page }) => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/alumni_search\?q=Teller/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/alumni_search')
    const late = page.waitForRequest(/\?q=Teller/)
    const isLate = async (request: Request) => request === (await late)
    const over = Promise.race([
      page.waitForEvent('requestfinished', isLate),
      page.waitForEvent('requestfailed', isLate), // the page may cancel it
    ])
    await searchBox(page).fill('Teller')
    await late
    await searchBox(page).fill('peggy.oneil@example.org')
    await expect(rows(page)).toHaveCount(1)
    answer()
    await over
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText("O'Neil")
  })

  test('filters are readable chips, are in the URL, and can be removed', async ({ page }) => {
    await page.goto('/alumni_search?sort=name')
    await expect(rows(page).first()).toBeVisible()
    const everyone = await readCount(page)
    await expect(searchBox(page)).not.toBeFocused()
    await page.keyboard.press('f')
    const panel = page.getByRole('dialog', { name: 'Filter' })
    await expect(panel).toBeVisible()
    await choose(panel, 'State', 'Massachusetts')
    await panel.getByLabel('Class year, from').fill('1990')
    await panel.getByLabel('Class year, from').press('Enter')
    await expect(page).toHaveURL(/state=MA/)
    await expect(page).toHaveURL(/year_from=1990/)
    await expectNoBarriers(page)
    await panel.getByRole('button', { name: /^Show / }).click()
    await expect(panel).toBeHidden()
    await expect(chips(page).getByRole('button', { name: 'Class of 1990 or later', exact: true })).toBeVisible()
    await expect(chips(page).getByRole('button', { name: 'State: Massachusetts', exact: true })).toBeVisible()
    await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
    const both = await readCount(page)
    expect(both).toBeGreaterThan(0)
    expect(both).toBeLessThan(everyone)

    await chips(page).getByRole('button', { name: 'Remove the filter Class of 1990 or later' }).click()
    await expect(page).not.toHaveURL(/year_from/)
    await expect.poll(() => readCount(page)).toBeGreaterThanOrEqual(both)
    await chips(page).getByRole('button', { name: 'State: Massachusetts', exact: true }).click()
    await expect(
      panel
        .getByRole('combobox', { name: 'State' })
        .or(panel.getByLabel('State', { exact: true }))
        .first(),
    ).toBeFocused()
    await panel.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\?sort=name$/)
  })

  test('an invalid parameter in the URL is explained beside its field', onlyInSoak, async ({ page }) => {
    const reply = await page.goto('/alumni_search?year_from=yesterday&state=MA')
    expect(reply?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'This search cannot be read' })).toBeVisible()
    await expectNoBarriers(page)
    await chips(page)
      .getByRole('button', { name: /yesterday or later$/ })
      .first()
      .click()
    const field = page.getByRole('dialog').getByLabel('Class year, from')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('dialog').getByText('The first class year is a year such as 1998.')).toBeVisible()
    await field.fill('1990')
    await field.press('Enter')
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    await expect(rows(page).first()).toBeVisible()
  })

  test('going back from a profile restores the page, the position and the row', async ({ page }) => {
    await expectSamePlaceAfterReturn(page)
    await page.goto('/alumni_search?sort=name&page=400')
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByText(/^[\d,]+ to [\d,]+$/)).toHaveText(
      new RegExp(` to ${(await readCount(page)).toLocaleString('en-US')}$`),
    )
  })

  test('typing after going back goes into the search box, even while a list loads', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?q=mar')
    await rows(page).nth(2).getByRole('link').click()
    await page.getByRole('region', { name: 'Contact' }).waitFor()
    await page.goBack()
    await expect(rows(page).nth(2)).toBeFocused()
    await searchBox(page).fill('')
    await expect(page.getByRole('heading', { name: 'Recent profiles' })).toBeVisible()
    await page.keyboard.type('Ho')
    await expect(rows(page).first()).toBeVisible()
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.type('pper')
    await expect(searchBox(page)).toHaveValue('Hopper')
  })

  test(
    '“Search” above a profile leads back to the search it was opened from, on its row',
    onlyInSoak,
    async ({ page }) => {
      await page.goto('/alumni_search?sort=-name&page=2')
      const third = rows(page).nth(2)
      const name = await nameIn(third)
      await third.getByRole('link').click()
      await expect(heading(page)).toContainText(name)
      await page.reload()
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Search' }).click()
      await expect(page).toHaveURL(/\?sort=-name&page=2$/)
      await expect(rows(page).getByTitle(name, { exact: true }).first()).toBeVisible()

      await rows(page).nth(2).getByRole('link').click()
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Search' }).click()
      await expect(rows(page).nth(2)).toBeFocused()

      await page.goto('/alumni/B00000004')
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Search' }).click()
      await expect(page).toHaveURL(/\/alumni_search$/)
    },
  )

  test('an unknown code is named, and can be removed alone', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?major=XXXX,YYYY&near=02118')
    await expect(
      chips(page)
        .getByRole('button', { name: /Major: XXXX \(unknown\) or YYYY \(unknown\)$/ })
        .first(),
    ).toBeVisible()
    await expect(page.getByText('The list of majors has no code XXXX or YYYY.')).toBeVisible()
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Remove unknown filters' }).click()
    await expect(page).toHaveURL(/\?near=02118$/)
  })

  test('the column headers sort the list and announce the order', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?q=smith')
    const head = page.getByRole('columnheader', { name: 'Name', exact: true })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL(/sort=name/)
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'none')
    await expect(page).not.toHaveURL(/sort=/)
  })

  test('the chosen columns are stored in this browser', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?q=B00000001')
    await expect(page.getByRole('columnheader', { name: 'Contact ID' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Contact ID' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Lives in' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Contact ID' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Contact ID' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Place' })).toHaveCount(0)
    await expect(rows(page).first()).toContainText('C-000000001')
  })

  test('a search is saved under a name, opened, renamed, replaced and deleted', async ({ page }) => {
    await page.goto('/alumni_search?state=MA&sort=-class_year')
    const save = async (name: string, button: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Save this search…' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
      await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    // Unique, because a search of the previous run may remain.
    const [boston, miami] = [`Reunion in Boston ${Date.now()}`, `Reunion in Miami ${Date.now()}`]
    await save(boston, 'Save')
    await page.goto('/alumni_search')
    await page.getByRole('link', { name: boston }).click()
    await expect(page).toHaveURL(/\?state=MA&sort=-class_year$/)
    await expect(rows(page).first()).toBeVisible()
    await page.goto('/alumni_search?state=FL')
    await expect(rows(page).first()).toBeVisible()
    await save(boston, 'Replace')

    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder('Find a person')).toBeFocused()
    await page.keyboard.type('reunion in')
    await page.getByRole('option', { name: boston }).click()
    await expect(page).toHaveURL(/\?state=FL$/)

    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Saved searches' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Saved searches' })).toBeVisible()
    const row = page.getByRole('row', { name: boston })
    await expect(row).toContainText('State: Florida')
    await row.press('e')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(miami)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectNoBarriers(page)
    await page.getByRole('row', { name: miami }).press('d')
    await expect(page.getByRole('row', { name: miami })).toHaveCount(0)
  })

  test('an export has everyone who was counted', async ({ page }) => {
    // Other journeys import people at the same time, without addresses.
    await page.goto('/alumni_search?country=US&sort=name')
    await expect(rows(page).first()).toBeVisible()
    const counted = await readCount(page)
    const download = page.waitForEvent('download')
    await exportAll(page)
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^alumni-united-states-[\d-]{10}\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.trimEnd().split('\r\n')).toHaveLength(counted + 1)
    await expect(page.getByText(`${counted} people exported`)).toBeVisible()
  })

  test('an incomplete export is reported and not saved', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?sort=name')
    const whole = await page.request.get('/alumni_search.csv?sort=name')
    const text = await whole.text()
    await page.route(/\/alumni_search\.csv/, (route) =>
      route.fulfill({
        status: 200,
        contentType: 'text/csv',
        headers: { 'x-rows': String(text.split('\r\n').length - 2) },
        body: text.slice(0, text.indexOf('\r\n', 4000) + 2),
      }),
    )
    let downloads = 0
    page.on('download', () => downloads++)
    await exportAll(page)
    await expect(page.getByRole('alert').filter({ hasText: 'The export failed after' })).toContainText(
      'No file was saved',
    )
    await page.unroute(/\/alumni_search\.csv/)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Try again' }).click()
    await download
    expect(downloads).toBe(1)
  })

  test('the palette finds Peggy, and remembers her until he signs out', async ({ page }) => {
    await page.goto('/alumni_search')
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder('Find a person, a page or an action')).toBeFocused()
    await page.keyboard.type('Peggy')
    // The champion of that name may appear before the alumna, who is the first option.
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText("O'Neil")
    await expectNoBarriers(page)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toContainText("O'Neil")
    // Until this region is loaded, the heading shows the class years of the row.
    await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible()
    const name = await heading(page).innerText()
    await page.goto('/alumni_search')
    await expect(page.getByRole('link', { name })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('option', { name })).toBeVisible()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent-profiles:')).length),
    ).toBe(1)
  })

  test('a search without results suggests which filters to remove', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?q=qqqqzzzzxxxx&state=MA')
    await expect(page.getByRole('heading', { name: 'No one matches “qqqqzzzzxxxx”' })).toBeVisible()
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Search without “qqqqzzzzxxxx”' }).click()
    await expect(rows(page).first()).toBeVisible()
  })

  test('on a phone the rows are cards and nothing is wider than the screen', onlyInSoak, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/alumni_search?q=smith&state=MA')
    await expect(page.getByRole('status').filter({ hasText: /people|person/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectNoBarriers(page)
  })
})

test(
  'a shortcut of two keys leads Ada to another page and does not trigger the row’s shortcut',
  onlyInSoak,
  async ({ pageOf }) => {
    const page = await pageOf('admin')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.goto('/alumni_search?q=alvarez')
    await rows(page).first().focus()
    await page.keyboard.press('c')
    await expect.poll(readClipboard).toMatch(/^B\d{8}$/)
    await page.evaluate(() => navigator.clipboard.writeText('mine'))
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await expect(page).toHaveURL(/\/settings\/crm\/conflicts$/)
    expect(await readClipboard()).toBe('mine')
  },
)

test('signing out clears the recent profiles', onlyInSoak, async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('recent-profiles:1', '[{"id":"B00000004","name":"Peggy"}]'))
  await page.getByLabel('E-mail').fill('viewer@example.edu')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(searchBox(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(0)
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent-profiles:'))),
  ).toEqual([])
})

test.describe('Vera, who may only read', () => {
  test.use({ person: 'viewer' })
  test('searches, and is not offered exports', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?q=smith')
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(0)
  })
})

test.describe('Stan prefers less motion', () => {
  test.use({ person: 'staff', contextOptions: { reducedMotion: 'reduce' } })
  test('and returns from a profile to the same place too', onlyInSoak, ({ page }) => expectSamePlaceAfterReturn(page))
})

async function expectSamePlaceAfterReturn(page: Page): Promise<void> {
  await page.goto('/alumni_search?sort=-name')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText('51 to 100')).toBeVisible()
  await expect(page).toHaveURL(/page=2$/)
  const chosen = rows(page).nth(40)
  const name = await nameIn(chosen)
  await chosen.focus()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(200)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText(name)
  await page.goBack()
  await expect(page).toHaveURL(/page=2$/)
  await expect(rows(page).nth(40)).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
}
