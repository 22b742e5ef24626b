import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { expect, expectNoBarriers, test } from '../fixtures/journey.ts'

const password = 'seven purple tractors hum'

test('Ada invites Iris, who adds a passkey and an app, signs in with each, and is asked again before sensitive actions', async ({
  page,
  pageOf,
  messagesTo,
}) => {
  const email = `iris.${Date.now()}@example.edu`
  const ada = await pageOf('admin')
  await ada.goto('/users')
  await ada.getByRole('button', { name: 'New user' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Iris Novak')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('radio', { name: /Viewer/ }).check()
  await expectNoBarriers(ada)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(ada.getByRole('row', { name: new RegExp(email) })).toContainText('Invited')

  const link = await expect
    .poll(async () => /http\S+password-resets\S+/.exec((await messagesTo(email))[0]?.text ?? '')?.[0])
    .toBeTruthy()
    .then(async () => /http\S+password-resets\S+/.exec((await messagesTo(email))[0]!.text)![0])
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await expect(page.getByText('Welcome, Iris Novak.')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await plugInPasskeys(page)
  await page.getByRole('button', { name: 'Save it and sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Iris Novak' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skip for now' })).toBeVisible()
  await page.getByRole('button', { name: 'New passkey' }).click()
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectNoBarriers(page)
  const backupCode = (await codes.first().textContent())!
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('On: your password alone is not enough')).toBeVisible()

  await page.getByRole('button', { name: 'Add an app' }).click()
  await page.getByText('No camera?').click()
  const secret = (await page.locator('details code').textContent())!.replaceAll(' ', '')
  await expectNoBarriers(page)
  const setUpAt = Math.floor(Date.now() / 1000)
  await page.getByRole('textbox', { name: 'Code' }).fill(await generate({ secret, epoch: setUpAt }))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByRole('button', { name: 'Remove the app' })).toBeVisible()
  await page.getByRole('link', { name: 'Start working' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()

  await signOut(page)
  await giveThePassword(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()

  await signOut(page)
  await giveThePassword(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Use the code of the app instead' }).click()
  await page.getByLabel('Code of your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'That was not right' })).toBeVisible()
  // A code works only once. The server accepts the next one early, because it tolerates clocks that are 30 seconds off.
  const epoch = Math.max(setUpAt + 30, Math.floor(Date.now() / 1000))
  await page.getByLabel('Code of your authenticator app').fill(await generate({ secret, epoch }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search alumni' })).toBeVisible()

  // Simulates an expired proof: only the first request requires a proof.
  await page.goto('/account')
  await page.route(
    '**/account/backup_codes',
    (route) =>
      route.fulfill({
        status: 403,
        json: {
          error: 'Show that it is still you.',
          prove: true,
          methods: ['passkey', 'totp', 'backup_code'],
          confirms: 'Make new backup codes',
        },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'New codes' }).click()
  const proof = page.getByRole('dialog', { name: 'Make new backup codes' })
  await expect(proof.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await proof.getByRole('button', { name: 'Use the code of the app instead' }).click()
  await proof.getByRole('button', { name: 'Use a backup code instead' }).click()
  await expectNoBarriers(page)
  await proof.getByLabel('Backup code').fill(backupCode)
  await proof.getByRole('button', { name: 'Make new backup codes' }).click()
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('button', { name: /^Remove (?!the app)/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoBarriers(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await ada.reload()
  const row = ada.getByRole('row', { name: new RegExp(email) })
  await row.focus()
  await ada.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Deactivate…' }).click()
  await expectNoBarriers(ada)
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(row).toContainText('Deactivated')
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
})

async function giveThePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /your account: Iris Novak/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
}

async function plugInPasskeys(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
