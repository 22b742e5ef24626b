import type { Page } from '@playwright/test'
import type { ClassesPage, ClassPage } from '@alumni/shared/alumni/classes'
import type { SignupsPage } from '@alumni/shared/champions/staff-list'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'viewer' })

const read = async <Reply>(page: Page, url: string) =>
  (await (await page.request.get(url, { headers: { accept: 'application/json' } })).json()) as Reply
const format = (number: number) => number.toLocaleString('en-US')

test('Vera sees which class is most engaged, opens its page, and from there its people', async ({ page }) => {
  await page.goto('/engagement_stats')
  const card = page.getByRole('region', { name: 'Share engaged by class year', exact: true })
  const { classes } = await read<ClassesPage>(page, '/classes?sort=-share')
  const leader = classes.find(({ rank }) => rank === 1)!
  await expect(card).toContainText(
    new RegExp(
      `The class of ${leader.class_year} leads: [\\d.]+%, ${leader.engaged_alumni} of ${leader.alumni} living`,
    ),
  )
  await card.getByText('Table', { exact: true }).click()
  await card.getByRole('link', { name: String(leader.class_year), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Class of ${leader.class_year}` })).toBeVisible()
  const engaged = page.getByRole('main').locator('dl > div', { hasText: 'Engaged this year' })
  await expect(engaged).toContainText('1st of ')
  await expectNoBarriers(page)
  await engaged.getByRole('link').click()
  await expect(page).toHaveURL(/\/alumni_search\?/)
  await expect(page.getByRole('main')).toContainText(
    new RegExp(`(^|\\D)${format(leader.engaged_alumni)} (person|people)`),
  )
})

test(
  'sorting and filters of the list are in the URL, and the previous class is one press away',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/classes')
    await page.getByRole('button', { name: 'Lost' }).click()
    await expect(page).toHaveURL(/sort=-lost/)
    await page.getByText(/^Reunion in \d{4}$/).click()
    await expect(page).toHaveURL(/reunion=yes/)
    await page.reload()
    const { classes, reunion_year } = await read<ClassesPage>(page, '/classes?sort=-lost&reunion=yes')
    const [first] = classes
    await expect(page.getByRole('row').nth(1)).toContainText(
      new RegExp(`^${first!.class_year} ${reunion_year - first!.class_year}(st|nd|rd|th) reunion`),
    )
    await expectNoBarriers(page)
    await page.getByRole('link', { name: String(first!.class_year), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Class of ${first!.class_year}` })).toBeVisible()
    const { previous, next } = await read<ClassPage>(page, `/classes/${first!.class_year}`)
    const [name, year] = previous === null ? ['Next', next!] : ['Previous', previous]
    await page.getByRole('link', { name: new RegExp(`^${name} class: ’${String(year).slice(-2)}$`) }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Class of ${year}` })).toBeVisible()
  },
)

test(
  'Stan sees how many champions of a class missed a letter, with the same number as the champions’ list',
  onlyInSoak,
  async ({ pageOf }) => {
    const page = await pageOf('staff')
    const { classes } = await read<ClassesPage>(page, '/classes?sort=-champions')
    const year = classes[0]!.class_year
    const { matching } = await read<SignupsPage>(
      page,
      `/champion_signups?unreached=yes&year_from=${year}&year_to=${year}`,
    )
    await page.goto(`/classes/${year}`)
    const tile = page.getByRole('main').locator('dl > div', { hasText: 'Champions not reached' })
    await expect(tile).toContainText(`${format(matching)}A letter did not arrive`)
  },
)

test('an unknown class has a message with the nearest classes', onlyInSoak, async ({ page }) => {
  const nearest = page.getByRole('link', { name: /^Class of \d{4}$/ }).first()
  for (const [asked, message] of [
    ['3000', 'No one on file graduated in 3000'],
    ['0', '“0” is not a class year'],
    ['soon', '“soon” is not a class year'],
    ['1850', 'No one on file graduated in 1850'],
  ] as const) {
    await page.goto(`/classes/${asked}`)
    await expect(page.getByRole('heading', { level: 2, name: message })).toBeVisible()
    await expect(nearest).toBeVisible()
  }
  await nearest.click()
  await expect(page.getByText('Living alumni', { exact: true })).toBeVisible()
})

test(
  'the start page names the reunion classes of the year, and links to their people',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/alumni_search')
    const reunions = page.getByRole('region', { name: 'Reunion classes this year' })
    await expect(reunions).toContainText(
      /’\d\d, ’\d\d, ’\d\d, ’\d\d and \d+ more: [\d,]+ living alumni, of whom [\d.]+%/,
    )
    await reunions.getByRole('link', { name: /living alumni/ }).click()
    await expect(page.getByRole('button', { name: /^Reunion in \d{4}$/ })).toBeVisible()
  },
)
