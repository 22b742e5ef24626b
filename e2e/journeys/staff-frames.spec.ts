import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

test.use({
  person: 'staff',
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

const messages = (page: Page) => page.locator('.mantine-Notification-root')
const lists = (page: Page) => page.locator('[data-row]')

function listCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')].map((one) =>
      one.getBoundingClientRect(),
    )
    return [...document.querySelectorAll('[data-bottom-bar] :is(a[href], button)')]
      .filter((one) => {
        const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
        const isUnder = (toast: DOMRect) =>
          left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
        return width > 1 && height > 1 && toasts.some(isUnder)
      })
      .map((one) => one.outerHTML.slice(0, 200))
  })
}

for (const { mode, width, isAllowed } of variants('at 1024 px', [
  { mode: 'at 1440 px', width: 1440, isAllowed: true },
  { mode: 'at 1024 px', width: 1024, isAllowed: false },
]))
  test(
    `${mode} a message does not cover a bar that appears later, and a newer message replaces it`,
    onlyInSoak,
    async ({ page, context }) => {
      if (isAllowed) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/alumni_search?q=smith')
      await lists(page).first().focus()
      for (let press = 0; press < 3; press++) await page.keyboard.press('c')
      await expect(messages(page)).toHaveCount(1)
      await page.keyboard.press('x')
      await expect(page.getByRole('group', { name: 'Selected people' })).toBeVisible()
      await expect.poll(() => listCovered(page)).toEqual([])
    },
  )

test(
  'Stan selects all rows with the header’s checkbox, removes one, and Escape clears the selection',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/alumni_search?q=smith')
    const all = page.getByRole('checkbox', { name: 'All on this page' })
    const bar = page.getByRole('group', { name: 'Selected people' })
    await all.check()
    const number = await lists(page).count()
    await expect(bar).toContainText(`${number} selected`)
    await lists(page).first().focus()
    await page.keyboard.press('x')
    await expect(bar).toContainText(`${number - 1} selected`)
    await expect(all).toHaveJSProperty('indeterminate', true)
    const box = all.and(page.locator('input'))
    expect(parseFloat(await box.evaluate((one) => getComputedStyle(one).borderRadius))).toBeLessThan(4)
    await expectNoBarriers(page)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
  },
)

test('after Save the button that opened the form has the focus, and undoing one change removes the offer to undo all', async ({
  page,
}) => {
  await page.goto('/alumni/B00000012')
  const contact = page.getByRole('region', { name: 'Contact' })
  await contact.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'City' }).fill(`Springfield ${Date.now()}`)
  await page.getByRole('textbox', { name: 'Street' }).fill(`${Date.now() % 1000} Elm Street`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(contact.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(messages(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo City' }).click()
  await expect(messages(page).getByText(/^City was restored/)).toBeVisible()
  await expect(messages(page)).toHaveCount(1)
  await expect(messages(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo Street' }).click()
  await expect(messages(page).getByText(/^Street was restored/)).toBeVisible()
})

test('a dialog covers the window to its edges, and nothing behind it moves', onlyInSoak, async ({ page }) => {
  await page.goto('/alumni_search?sort=name')
  await expect(lists(page).nth(30)).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => innerWidth - document.querySelector('.mantine-Modal-overlay')!.clientWidth)).toBe(0)
  expect((await heading.boundingBox())!.x).toBe(before!.x)
})

test.describe('Ada writes news', () => {
  test.use({ person: 'admin' })
  test('and sees how many characters the title has left, and pasted text is not cut', onlyInSoak, async ({ page }) => {
    await page.goto('/settings/content/news/new')
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('a'.repeat(115))
    await expect(page.getByText('5 characters left')).toBeVisible()
    await title.fill('a'.repeat(121))
    await expect(title).toHaveValue('a'.repeat(121))
    await expect(title).toHaveAccessibleDescription(/1 character too many. The maximum is 120/)
    const red = await title.evaluate((one) => {
      one.style.setProperty('outline-color', 'var(--bad)')
      return getComputedStyle(one).outlineColor
    })
    await expect(title).toHaveCSS('border-top-color', red)
    await expectNoBarriers(page)
  })
})
