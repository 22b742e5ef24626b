import { act, expect, password, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'admin' })

test('Ada is signed out while she types, signs in again over the page, and saves what she typed', async ({
  page,
  context,
}) => {
  // While another journey imports, the page asks for its state every few seconds.
  await page.route('**/settings/imports', (route) => route.fulfill({ json: { types: [] } }))
  await page.goto('/settings/colleges')
  await page.getByRole('button', { name: 'New college' }).click()
  const form = page.getByRole('dialog', { name: 'New college' })
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('OUTLIVE')
  await form.getByRole('textbox', { name: 'Name' }).fill('College of Patience')
  // Otherwise, a background request shows the sign-in dialog before she presses the button.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await form.getByRole('button', { name: 'Add' }).click()
  const again = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(again.getByLabel('E-mail')).toHaveValue('admin@example.edu')
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toBeHidden()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('College of Patience')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('row', { name: /College of Patience/ })
  await act(row, /delete it/)
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(row).toBeHidden()
})

test('a double-click on a button opens its dialog and leaves it open; a click outside closes it', async ({ page }) => {
  await page.goto('/settings/colleges')
  const form = page.getByRole('dialog', { name: 'New college' })
  await page.getByRole('button', { name: 'New college' }).dblclick()
  await expect(form.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused()
  await page.mouse.click(4, 4)
  await expect(form).toBeHidden()
})

test('a dialog with typed text asks before it closes', onlyInSoak, async ({ page }) => {
  await page.goto('/settings/colleges')
  await page.getByRole('button', { name: 'New college' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('College of Second Thoughts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('College of Second Thoughts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
