import { expect, expectNoBarriers, password, onlyInSoak, test } from '../fixtures/journey.ts'

test('Ada signs in, sees her start page and signs out', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login\?return_to=/)
  await expectNoBarriers(page)
  await page.getByLabel('E-mail').fill('admin@example.edu')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page).toHaveURL(/\/alumni_search$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search alumni')
  await expect(page.getByText(/^Good \w+, Ada Lindqvist\.$/)).toBeVisible()
  await expectNoBarriers(page)

  await page.getByRole('button', { name: /your account: Ada Lindqvist/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/alumni_search')
  await expect(page).toHaveURL(/\/login/)
})

test('a wrong password is answered with a message, and the field can be used again', onlyInSoak, async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('admin@example.edu')
  await page.getByLabel('Password', { exact: true }).fill('not her password at all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('the imports are for administrators', () => {
  test('someone who is signed out is asked to sign in and then sent there', onlyInSoak, async ({ page }) => {
    await page.goto('/settings/imports')
    await expect(page).toHaveURL(/\/login\?return_to=%2Fsettings%2Fimports$/)
    await page.getByLabel('E-mail').fill('admin@example.edu')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/settings\/imports$/)
  })

  for (const person of ['viewer', 'staff'] as const) {
    test(`${person} is refused`, onlyInSoak, async ({ pageOf }) => {
      const page = await pageOf(person)
      const reply = await page.goto('/settings/imports')
      expect(reply?.status()).toBe(403)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoBarriers(page)
    })
  }

  test.describe('for Ada', () => {
    test.use({ person: 'admin' })
    test('they open', onlyInSoak, async ({ page }) => {
      const reply = await page.goto('/settings/imports')
      expect(reply?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Imports')
      await expectNoBarriers(page)
    })
  })
})

test('a forgotten password is reset with a letter', async ({ page, messagesTo }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.getByLabel('E-mail').fill('viewer@example.edu')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect.poll(async () => (await messagesTo('viewer@example.edu')).length).toBe(1)
  const [message] = await messagesTo('viewer@example.edu')
  await page.goto(/http:\S+\/password-resets\/\S+/.exec(message!.text)![0])
  // Saving a new password would end the sessions of other journeys.
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
})
