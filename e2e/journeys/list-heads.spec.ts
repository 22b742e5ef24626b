import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, expectRowNearTop, test } from '../fixtures/journey.ts'

const filteredLists = ['/alumni_search?q=boston&champion=yes', '/champion_signups?status=linked&college=EN']
const rail = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Find a person, a page or an action' })

test.describe('Ada', () => {
  test.use({ person: 'admin' })

  test('sees the first row of a filtered list near the top of a laptop and a phone', async ({ page }) => {
    for (const list of filteredLists)
      await test.step(list, async () => {
        await page.goto(list)
        await expect(page.locator('[data-row]').first()).toBeVisible()
        for (const size of [
          { width: 1440, height: 900 },
          { width: 1024, height: 768 },
          { width: 390, height: 844 },
        ])
          await expectRowNearTop(page, size)
      })
  })

  test('has the whole menu on a laptop without scrolling, and related pages as tabs', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto('/settings/crm/crm_changes')
    await page.getByRole('button', { name: 'Expand the menu' }).click()
    const links = rail(page).getByRole('listitem').getByRole('link')
    await expect(links).toHaveCount(18)
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
    for (const [tabs, path] of [
      ['Changes, Conflicts, Giving', '/settings/engagement_activities/import_giving'],
      ['News, Communities', '/settings/content/communities'],
      ['Possible duplicates, Merged signups', '/champion_signups/merges'],
    ] as const) {
      const first = page.getByRole('link', { name: tabs.split(', ')[0]!, exact: true }).last()
      if (path !== '/settings/engagement_activities/import_giving')
        await rail(page)
          .getByRole('link', { name: path.startsWith('/settings') ? 'Site' : 'Possible duplicates' })
          .click()
      await expect(first).toHaveAttribute('aria-current', 'page')
      await page
        .getByRole('main')
        .getByRole('link', { name: tabs.split(', ').at(-1)!, exact: true })
        .click()
      await expect(page).toHaveURL(path)
      // Another journey may have an open conflict, whose number follows the title.
      await expect(page.getByRole('main').getByRole('navigation').first().getByRole('link')).toHaveText(
        tabs.split(', ').map((tab) => new RegExp(`^${tab}`)),
      )
      await expectNoBarriers(page)
    }
  })
})

test.describe('Stan', () => {
  test.use({ person: 'staff' })

  test('opens the search box with / and Ctrl K, and finds the shortcuts in his account menu', async ({ page }) => {
    await page.goto('/champion_signups')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    for (const key of ['/', 'Control+k']) {
      await page.keyboard.press(key)
      await expect(palette(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
    }
    await page.getByRole('button', { name: 'Search or go to' }).click()
    await page.keyboard.type('alv 15')
    await expect(palette(page).getByRole('option').first()).toContainText(/José Álvarez.* ’15/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /José Álvarez/ })).toBeVisible()
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  test('finds all actions of a list in one menu on his phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/alumni_search?q=boston')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem').filter({ visible: true })).toHaveText([
      'Write to them',
      'Export',
      'Save this search…',
    ])
    await expectNoBarriers(page)
  })

  test('removes a part of a search beside the count, and has the saved searches of both kinds on one page', async ({
    page,
  }) => {
    const name = `Linked ${Date.now()}`
    await page.goto('/alumni_search?q=alvarez+boston')
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByRole('button', { name: 'Search without In Boston' }).click()
    await expect(page).toHaveURL('/alumni_search?q=alvarez')
    await page.goto('/champion_signups?status=linked')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save this search…' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    for (const path of ['/alumni_search/saved', '/champion_signups/saved']) {
      await page.goto(path)
      await expect(page.getByRole('row', { name })).toContainText('Champions')
    }
    await page.getByRole('row', { name }).press('d')
    await expect(page.getByRole('row', { name })).toHaveCount(0)
  })
})
