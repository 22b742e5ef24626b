import type { Locator, Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

const rows = (page: Page) => page.locator('[data-row]')

function shareCut(page: Page): Promise<number> {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll('[data-row] > td')].filter(({ clientWidth }) => clientWidth > 0)
    const isCut = (part: Element) =>
      part.clientWidth > 0 && part.scrollWidth > part.clientWidth && getComputedStyle(part).clipPath === 'none'
    return cells.filter((cell) => [cell, ...cell.querySelectorAll('*')].some(isCut)).length / cells.length
  })
}

test.describe('Stan reads lists', () => {
  test.use({ person: 'staff' })

  const widths = [
    { mode: 'on a screen of 1440 px', width: 1440, most: 0.05 },
    { mode: 'on a screen of 1024 px', width: 1024, most: 0.07 },
  ] as const
  const lists = [
    ...variants('on a screen of 1024 px', widths).map((way) => ({ list: 'people', address: '/alumni_search', ...way })),
    ...variants('on a screen of 1440 px', widths).map((way) => ({
      list: 'champions',
      address: '/champion_signups',
      ...way,
    })),
  ]
  for (const { list, address, mode, width, most } of lists)
    test(
      `few cells of the ${list} are cut off ${mode}, and the menu of a row covers none`,
      onlyInSoak,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${address}?sort=name`)
        await expect(rows(page).first()).toBeVisible()
        expect(await shareCut(page)).toBeLessThanOrEqual(most)
        const row = rows(page).first()
        await row.hover()
        const menu = row.getByRole('button', { name: 'Actions' })
        await expect(menu).toBeInViewport()
        const boxOf = async (place: Locator) => (await place.boundingBox())!
        const [line, button, day] = await Promise.all([row, menu, row.getByRole('cell').nth(-2)].map(boxOf))
        expect(button!.x).toBeGreaterThanOrEqual(day!.x + day!.width)
        expect(button!.y - line!.y).toBeGreaterThanOrEqual(2)
        expect(line!.y + line!.height - button!.y - button!.height).toBeGreaterThanOrEqual(2)
        expect(line!.x + line!.width - button!.x - button!.width).toBeGreaterThanOrEqual(2)
        await expectNoBarriers(page)
      },
    )

  test('a selected person keeps the highlight under the pointer', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?sort=name')
    const tintOf = (place: Locator) =>
      place
        .getByRole('cell')
        .first()
        .evaluate((cell) => getComputedStyle(cell).backgroundColor)
    const [chosen, other] = [rows(page).nth(1), rows(page).nth(2)]
    await other.hover()
    const hovered = await tintOf(other)
    await chosen.getByRole('checkbox').check()
    await chosen.hover()
    const tint = await tintOf(chosen)
    await other.hover()
    expect([tint, await tintOf(chosen)]).not.toContain(hovered)
  })

  test('he sees the number that matched his search, unless its column is displayed', onlyInSoak, async ({ page }) => {
    await page.goto('/alumni_search?q=6175550104')
    const peggy = rows(page).filter({ has: page.getByRole('link', { name: /Peggy/ }) })
    await expect(peggy).toContainText('Mobile (617) 555-0104')
    await page.goto('/alumni_search?q=jones+oneil')
    await expect(peggy).toContainText('Formerly Jones')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(peggy).toContainText('Formerly Jones · ')
  })

  test(
    'a chip describes that no e-mail was clicked since a day, and removing it clears both parameters',
    onlyInSoak,
    async ({ page }) => {
      await page.goto('/alumni_search?activity=email_clicked&not_engaged_from=2023-01-01')
      const chips = page.getByRole('list', { name: 'Active filters' })
      await chips.getByRole('button', { name: 'Remove the filter No e-mail clicked since January 1, 2023' }).click()
      await expect(page).toHaveURL(/\/alumni_search$/)
    },
  )

  for (const address of ['/alumni_search?champion=yes&country=US', '/champion_signups'])
    test(`the first screen of a phone shows eight people of ${address}`, onlyInSoak, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      await expect(rows(page).nth(7)).toBeInViewport({ ratio: 1 })
      await expectNoBarriers(page)
    })
})

test.describe('Ada on a phone', () => {
  test.use({ person: 'admin', viewport: { width: 390, height: 844 }, hasTouch: true })

  test(
    'uses the menu of a row by touch, without a second entry for actions that have a button',
    onlyInSoak,
    async ({ page }) => {
      await page.goto('/alumni_search?q=peggy')
      const peggy = rows(page).filter({ has: page.getByRole('link', { name: /Peggy/ }) })
      await expect(peggy.first()).toBeVisible()
      await expectNoBarriers(page)
      await peggy.getByRole('button', { name: 'Actions' }).first().tap()
      await expect(page.getByRole('menuitem', { name: 'Copy the BUID' })).toBeInViewport({ ratio: 1 })
      await page.goto('/users')
      await rows(page).filter({ hasText: 'Vera Castillo' }).getByRole('button', { name: 'Actions' }).tap()
      await page.getByRole('menuitem', { name: 'Change Vera Castillo' }).tap()
      await expect(page.getByRole('dialog', { name: /Vera Castillo/ })).toBeVisible()
      await page.goto('/champion_signups/duplicates')
      await expect(
        rows(page)
          .first()
          .getByLabel(/^Compare /),
      ).toBeVisible()
      await expect(rows(page).first().getByRole('button', { name: 'Actions' })).toHaveCount(0)
    },
  )

  test('reads what changed before who changed it, and opens the search from the bar', onlyInSoak, async ({ page }) => {
    await page.goto('/settings/crm/crm_changes')
    const topOf = async (column: string) =>
      (await rows(page).first().locator(`td[data-column=${column}]`).boundingBox())!.y
    const [change, made] = [await topOf('change'), await topOf('made')]
    expect(change).toBeLessThan(made)
    await page.getByRole('banner').getByRole('button', { name: 'Search or go to' }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
