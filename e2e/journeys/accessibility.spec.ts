import type { Locator } from '@playwright/test'
import { expect, expectNoBarriersInAnyTheme, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'admin' })

test('the palette is a combobox: the arrow keys name each result, and the number of results is announced', async ({
  page,
}) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Search or go to' }).click()
  const palette = page.getByRole('dialog', { name: 'Find a person, a page or an action' })
  const box = palette.getByRole('combobox', { name: 'Find a person, a page or an action' })
  const results = palette.getByRole('listbox', { name: 'Results' })
  await expect(box).toBeFocused()
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(box).toHaveAttribute('aria-controls', (await results.getAttribute('id'))!)
  await expect(results.getByRole('group', { name: 'Pages' }).getByRole('option').first()).toBeVisible()

  await box.fill('smith')
  const chosen = results.getByRole('option', { selected: true })
  await expect(results.getByRole('group', { name: 'Alumni' }).getByRole('option').nth(2)).toBeVisible()
  const readAnnouncement = () => palette.getByRole('status').textContent()
  await expect
    .poll(async () => (await readAnnouncement()) === `${await results.getByRole('option').count()} results`)
    .toBe(true)
  const readActiveOption = () =>
    box.evaluate((one) => document.getElementById(one.getAttribute('aria-activedescendant')!)?.innerText)
  const names: string[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key)
    await expect(chosen).toHaveCount(1)
    names.push((await readActiveOption())!)
    expect(names.at(-1)).toBe(await chosen.innerText())
  }
  expect([names[0] === names[2], names[0] === names[1]]).toEqual([true, false])
  await expectNoBarriersInAnyTheme(page)

  await box.fill('sign out')
  await expect(palette.getByRole('status')).toHaveText(/^\d+ results?$/)
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('the menu of a phone is a dialog with a name', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/classes')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Statistics' })).toBeVisible()
  await expectNoBarriersInAnyTheme(page)
})

test('a link to the section above is not announced as the current page', async ({ page }) => {
  await page.goto('/champion_signups/duplicates')
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(trail.getByRole('link', { name: 'Champions' })).toBeVisible()
  await expect(trail.locator('[aria-current]')).toHaveCount(0)
})

test('after a dialog closes and its row changes, the focus stays at the same place', async ({ page }) => {
  const [first, second] = [`Focus ${Date.now()}`, `Focus too ${Date.now()}`]
  await page.goto('/settings/api_keys')
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.evaluate(
    async (names) => {
      for (const name of names)
        await fetch('/settings/api_keys', {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify({ name, owner: '' }),
        })
    },
    [first, second],
  )
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: first })
  const menu = row.getByRole('button', { name: 'Actions' })
  const dialog = page.getByRole('dialog')
  const askToRevoke = async () => {
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Revoke…' }).press('Enter')
  }

  await test.step('a canceled dialog returns the focus', async () => {
    for (const leave of ['Escape', 'Enter']) {
      await askToRevoke()
      await expect.poll(() => hasFocus(dialog)).toBe(true)
      await page.keyboard.press(leave)
      await expect(dialog).toBeHidden()
      await expect(menu).toBeFocused()
    }
  })

  await test.step('after a key is revoked, its row has the focus', async () => {
    await askToRevoke()
    await dialog.getByRole('button', { name: 'Revoke the key' }).press('Enter')
    await expect(row).toContainText('Revoked')
    await expect(row).toBeFocused()
  })
})

test('a dialog opened from a menu returns the focus to the menu’s button', onlyInSoak, async ({ page }) => {
  await page.goto('/champion_signups/events?state=draft')
  await page.getByRole('row').filter({ hasText: 'Draft' }).getByRole('link').first().click()
  const more = page.getByRole('button', { name: 'More actions' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /^Delete this draft/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Delete this draft/ })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
})

test('a dialog opened from a menu of the page returns the focus too', onlyInSoak, async ({ page }) => {
  await page.goto('/alumni_search?q=smith')
  const more = page.getByRole('button', { name: 'More actions' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Save this search…' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(more).toBeFocused()
})

test(
  'a filter stays focused when the results arrive, and removing it moves the focus to the next one or the heading',
  onlyInSoak,
  async ({ page }) => {
    const results = Promise.withResolvers<void>()
    await page.route(/\/alumni_search\?/, async (route) => {
      if (route.request().resourceType() === 'fetch') await results.promise
      await route.continue()
    })
    await page.goto('/alumni_search?state=MA&champion=yes')
    const chips = page.getByRole('list', { name: 'Active filters' })
    const remove = chips.getByRole('button', { name: /^Remove/ }).first()
    await remove.focus()
    results.resolve()
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await expect(chips.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
    await expect.poll(() => hasFocus(chips)).toBe(true)
    await chips.getByRole('button', { name: /^Remove/ }).press('Enter')
    await expect(chips).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  },
)

test('a button that is disabled during its request gets the focus back', onlyInSoak, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/alumni_search?q=smith')
  await page.locator('[data-row]').first().press('x')
  const bar = page.getByRole('group', { name: 'Selected people' })
  const all = bar.getByRole('button', { name: /^Select all/ })
  const copy = bar.getByRole('button', { name: 'Copy' })
  let answer = Promise.withResolvers<void>()
  await page.route(/\/alumni_search\/(addresses|selection)/, async (route) => {
    await answer.promise
    await route.continue()
  })

  await copy.press('Enter')
  await page.getByRole('menuitem', { name: /address/ }).press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(copy).toBeDisabled()
  answer.resolve()
  await expect(copy).toBeFocused()

  await test.step('a button that disappears after its request leaves the focus to its neighbor', async () => {
    answer = Promise.withResolvers<void>()
    await all.press('Enter')
    await expect(all).toBeDisabled()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    answer.resolve()
    await expect(all).toBeHidden()
    await expect(bar.getByRole('button', { name: 'Clear' })).toBeFocused()
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `destructive menu items are legible in ${colorScheme} mode, also under the pointer and with the focus`,
    onlyInSoak,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('/champion_signups/events?state=draft')
      await page.getByRole('row').filter({ hasText: 'Draft' }).getByRole('link').first().click()
      await page.getByRole('button', { name: 'More actions' }).click()
      const item = page.getByRole('menuitem', { name: /^Delete this draft/ })
      await expect(item).toBeVisible()
      await page.waitForTimeout(300)
      const contrasts = [await contrastOf(item)]
      await item.hover()
      contrasts.push(await contrastOf(item))
      await page.mouse.move(0, 0)
      await item.focus()
      contrasts.push(await contrastOf(item))
      for (const contrast of contrasts) expect(contrast).toBeGreaterThanOrEqual(4.5)
    },
  )

for (const colorScheme of ['light', 'dark'] as const)
  test(`selected items are visible with forced colors in ${colorScheme} mode`, onlyInSoak, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await page.goto('/champion_signups')
    const rail = page.getByRole('navigation', { name: 'Sections' })
    await expectDifferent(rail.locator('a[aria-current]'), rail.getByRole('link', { name: 'Classes' }))
    const segments = page.getByRole('radiogroup', { name: 'State' }).locator('label')
    await expectDifferent(segments.filter({ hasText: 'All' }), segments.filter({ hasText: 'Linked' }))
    await page.keyboard.press('Control+k')
    await expectDifferent(page.getByRole('option', { selected: true }), page.getByRole('option').nth(2))
    await page.keyboard.press('Escape')
    await page.goto('/alumni_search?q=smith')
    const boxes = page.locator('[data-row]').getByRole('checkbox')
    await boxes.first().check()
    await expectDifferent(boxes.first(), boxes.nth(1))
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    const purposes = page.getByRole('dialog').getByRole('radio')
    const isChecked = page.locator(':checked')
    await expectDifferent(purposes.and(isChecked), purposes.and(page.locator(':not(:checked)')).first())
    await page.goto('/settings/crm/crm_changes')
    const tabs = page.getByRole('navigation', { name: 'CRM' })
    await expectDifferent(tabs.locator('a[aria-current]'), tabs.getByRole('link', { name: 'Conflicts' }))
  })

function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((one) => one.contains(document.activeElement))
}

async function expectDifferent(selected: Locator, other: Locator): Promise<void> {
  const backgroundOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(selected).toBeVisible()
  await expect.poll(() => backgroundOf(selected)).not.toBe(await backgroundOf(other))
}

function contrastOf(element: Locator): Promise<number> {
  return element.evaluate((one) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const luminance = () => {
      const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255)
      const [r, g, b] = channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const paint = (color: string) => {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
    }
    const grounds: string[] = []
    for (let at: Element | null = one; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor)
    grounds.forEach(paint)
    const backgroundOf = luminance()
    paint(getComputedStyle(one).color)
    const [dark, light] = [backgroundOf, luminance()].toSorted((a, b) => a - b)
    return (light! + 0.05) / (dark! + 0.05)
  })
}
