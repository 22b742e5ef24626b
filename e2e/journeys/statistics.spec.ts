import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

test.use({ person: 'viewer' })

const problems: string[] = []
test.beforeEach(({ page }) => {
  problems.length = 0
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
})
test.afterEach(({ page: _page }, { title }) => {
  if (!title.includes('refus')) expect(problems, 'the console stays empty').toEqual([])
})

test('Vera looks at one college: by its name, by its bar, and again after a reload', async ({ page }) => {
  await page.goto('/alumni_search')
  await page.getByRole('link', { name: 'Statistics', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  await expect(page.getByText(/As of \d+:\d\d [ap]\.m\./)).toBeVisible()
  const past = await findPastYear(page)
  await page.goto(past)
  const all = await figures(page, past)
  await expectKeyNumber(page, 'Engagements', all.this_year.engagements)

  const college = all.by_college.toSorted((a, b) => b.engagements - a.engagements).find(({ code }) => code !== '')!
  await page.getByRole('combobox', { name: 'College' }).fill(college.name.slice(0, 12))
  await page.getByRole('option', { name: college.name, exact: true }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('college') === college.code)
  const own = await figures(page, `${past}&college=${encodeURIComponent(college.code)}`)
  expect(own.this_year.engagements).toBeLessThan(all.this_year.engagements)
  await expectKeyNumber(page, 'Engagements', own.this_year.engagements)
  await expectKeyNumber(page, 'People engaged', own.this_year.engaged)

  await page.reload()
  await expect(page.getByRole('combobox', { name: 'College' })).toHaveValue(college.name)
  await expectKeyNumber(page, 'Engagements', own.this_year.engagements)

  await card(page, 'Engagements by college').getByText('Table', { exact: true }).click()
  const name = card(page, 'Engagements by college').getByRole('button', { name: college.name })
  await expect(name).toHaveAttribute('aria-pressed', 'true')
  await name.press('Enter')
  await expect(page).not.toHaveURL(/college=/)
  await expectKeyNumber(page, 'Engagements', all.this_year.engagements)

  await card(page, 'Engagements by fiscal year')
    .locator('svg text')
    .filter({ hasText: String(all.year - 1) })
    .click()
  await expect(page).toHaveURL(new RegExp(`year=${all.year - 1}`))
  await expect(
    page.getByText(`Fiscal year ${all.year - 1}: July 1, ${all.year - 2} to June 30, ${all.year - 1}.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/engagement_stats$/)
})

test('the table has the numbers of the chart, and the file those of the table', async ({ page }) => {
  const past = await findPastYear(page)
  await page.goto(past)
  const colleges = card(page, 'Engagements by college')
  const all = await figures(page, past)
  for (const { engagements } of all.by_college.slice(0, 5)) {
    await expect(
      colleges
        .locator('svg text')
        .filter({ hasText: new RegExp(`^${engagements.toLocaleString('en-US')}\\s·`) })
        .first(),
    ).toBeVisible()
  }

  await colleges.getByText('Table', { exact: true }).click()
  const shown = await cells(colleges)
  expect(new Map(shown.map(([name, engagements]) => [name, engagements]))).toEqual(
    new Map(all.by_college.map(({ name, engagements }) => [name, engagements.toLocaleString('en-US')])),
  )

  await page.reload()
  await expect(colleges.getByRole('table')).toBeVisible()
  await expect(card(page, 'Engagements by activity').getByRole('table')).toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    colleges.getByRole('link', { name: 'Engagements by college: export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  expect(lines).toHaveLength(shown.length + 1)
  for (const [name, engagements] of shown) {
    const line = lines.find((one) => one.includes(name!))
    expect(line, name).toContain(engagements!.replaceAll(',', ''))
  }
})

test(
  'bars are proportional to their numbers, the current year is compared to date, and pressing a bar opens its people',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/engagement_stats')
    const all = await figures(page, '/engagement_stats')
    const years = card(page, 'Engagements by fiscal year')
    const rows = all.by_year.toSorted((a, b) => a.year - b.year).slice(-10)
    const drawn = years.locator('.recharts-bar').first().locator('path:not([fill^="url"])')
    await expect(drawn).toHaveCount(rows.length)
    const heights = await drawn.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height))
    const largest = Math.max(...rows.map(({ engagements_to_day }) => engagements_to_day))
    heights.forEach((height, i) =>
      expect(Math.abs(height / Math.max(...heights) - rows[i]!.engagements_to_day / largest)).toBeLessThan(0.01),
    )
    if (all.as_of < all.last_day) await expect(years).toContainText(`${all.year} so far, to `)

    const { x, y, width, height } = (await drawn.nth(-2).boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await expect(page.getByRole('tooltip')).toContainText(
      `Fiscal year ${all.year - 1}: ${rows.at(-2)!.engagements.toLocaleString('en-US')} engagements of ${rows.at(-2)!.engaged.toLocaleString('en-US')} people`,
    )
    await page.mouse.click(x + width / 2, y + height / 2)
    await expectPeople(page, rows.at(-2)!.engaged)
  },
)

test('a number at the top and one in a table open the search with exactly their people', async ({ page }) => {
  const all = await openPastYear(page)
  await expectSearch(tile(page, 'First time').getByRole('link').first(), all.this_year.first_time)
  const colleges = card(page, 'Engagements by college')
  await colleges.getByText('Table', { exact: true }).click()
  const { name, ...college } = all.by_college.find((row) => row.engaged_alumni > 0 && row.engaged_alumni < row.alumni)!
  const row = colleges.getByRole('row').filter({ hasText: name })
  await expectSearch(row.getByRole('link', { name: format(college.alumni), exact: true }), college.alumni)
})

test('the other numbers at the top open the search with exactly their people', onlyInSoak, async ({ page }) => {
  const all = await openPastYear(page)
  const { engaged_alumni, alumni } = all.this_year
  await expectSearch(tile(page, 'Share of alumni').getByRole('link').first(), engaged_alumni)
  await expectSearch(tile(page, 'Share of alumni').getByRole('link', { name: format(alumni), exact: true }), alumni)
  await expectSearch(tile(page, 'Did not return').getByRole('link').first(), all.lapsed)
})

async function openPastYear(page: Page): Promise<StatsPage> {
  const past = await findPastYear(page)
  await page.goto(past)
  return figures(page, past)
}

async function expectSearch(link: Locator, people: number): Promise<void> {
  const page = link.page()
  await link.click()
  await expectPeople(page, people)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
}

test('the file has the filters of the page', onlyInSoak, async ({ page }) => {
  const all = await figures(page, '/engagement_stats')
  const { code } = all.by_activity[0]!
  await page.goto(`/engagement_stats?activity=${code}&year=${all.year - 1}`)
  await expect(card(page, 'Top events').getByRole('link', { name: /export$/ })).toHaveAttribute(
    'href',
    `/engagement_stats/top_events.csv?year=${all.year - 1}&activity=${code}`,
  )
})

test('an invalid year is refused with a message, and one press clears it', onlyInSoak, async ({ page }) => {
  await page.goto('/engagement_stats?year=soon')
  await expect(page.getByRole('alert')).toContainText('A fiscal year is a year such as 2026.')
  await expectNoBarriers(page)
  await page.getByRole('alert').getByRole('button', { name: 'Clear filters' }).click()
  await expect(card(page, 'Engagements by month')).toBeVisible()
})

test('an unknown college is named, and one press shows everything', onlyInSoak, async ({ page }) => {
  await page.goto('/engagement_stats?college=ZZ')
  await expect(page.getByRole('combobox', { name: 'College' })).toHaveValue('ZZ (unknown)')
  await expect(page.getByText('The list of colleges has no code ZZ.')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Remove unknown filters' }).click()
  await expect(card(page, 'Engagements by month')).toBeVisible()
  await expect(page).toHaveURL(/engagement_stats$/)
})

test('a year without engagements says so', onlyInSoak, async ({ page }) => {
  await page.goto('/engagement_stats?year=1950')
  await expectKeyNumber(page, 'Engagements', 0)
  await expect(card(page, 'Engagements by month')).toContainText(
    'No engagement in fiscal year 1950, nor in the year before.',
  )
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoBarriers(page)
})

for (const { mode, width, height } of variants('on a phone', [
  { mode: 'on a phone', width: 320, height: 640 },
  { mode: 'on a wide screen', width: 1280, height: 800 },
]))
  test(`all charts and tables are accessible ${mode}`, onlyInSoak, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/engagement_stats')
    await expect(card(page, 'Top events')).toBeVisible()
    const classes = card(page, 'Share engaged by class year')
    await classes.scrollIntoViewIfNeeded()
    await expect(classes.locator('.recharts-bar-rectangle path').first()).toBeVisible()
    await expectNoWidth(page)
    await expectNoBarriers(page)
    for (const choice of await page.getByText('Table', { exact: true }).all()) await choice.click()
    await expect(page.getByRole('table')).toHaveCount(9)
    await expectNoWidth(page)
    await expectNoBarriers(page)
  })

function card(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** Returns the URL of the statistics of a year that no other journey changes. */
async function findPastYear(page: Page): Promise<string> {
  const { year } = await figures(page, '/engagement_stats')
  return `/engagement_stats?year=${year - 3}`
}

async function figures(page: Page, url: string): Promise<StatsPage> {
  return (await page.request.get(url, { headers: { accept: 'application/json' } })).json() as Promise<StatsPage>
}

async function expectKeyNumber(page: Page, label: string, number: number): Promise<void> {
  const value = tile(page, new RegExp(`^${label}$`))
    .getByRole('definition')
    .first()
  await expect(value).toHaveText(format(number))
}

function tile(page: Page, label: string | RegExp): Locator {
  return page.getByRole('main').locator('dl > div', { has: page.getByRole('term').filter({ hasText: label }) })
}

function format(number: number): string {
  return number.toLocaleString('en-US')
}

async function expectPeople(page: Page, people: number): Promise<void> {
  await expect(page).toHaveURL(/\/alumni_search\?/)
  await expect(page.getByRole('main')).toContainText(new RegExp(`(^|\\D)${format(people)} (person|people)`))
}

async function cells(among: Locator): Promise<string[][]> {
  const rows = await among.getByRole('row').all()
  return Promise.all(rows.slice(1).map((row) => row.locator('th, td').allInnerTexts()))
}

async function expectNoWidth(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
}
