import type { Page } from '@playwright/test'
import { codeOf } from '../fixtures/champion.ts'
import { expect, expectNoBarriers as expectNoBarriersIn, onlyInSoak, portalUrl, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const tick = (page: Page, label: string | RegExp) => page.locator('label', { hasText: label }).click()
/** axe needs scripts in the page. */
const expectNoBarriers = async (page: Page) => {
  if (test.info().titlePath.includes('without JavaScript')) return
  await expectNoBarriersIn(page)
}
let people = 0
const newAddress = () => `mei${Date.now().toString(36)}${people++}@example.org`

async function answerUpToCheck(page: Page, email: string): Promise<void> {
  await page.goto(portalUrl())
  await page.getByRole('main').getByRole('link', { name: 'Become a champion' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('美')
  await button(page, 'Continue').click()
  await expect(page).toHaveTitle(/^Error: /)
  await expectNoBarriers(page)
  await expect(page.getByLabel('First name')).toHaveValue('美')
  await page.getByLabel('Last name', { exact: true }).fill('O’Neil-García')
  await page.getByLabel('E-mail address').fill(email)
  await button(page, 'Continue').click()

  await expect(heading(page, 'Where do you live?')).toBeVisible()
  await expect(page.getByLabel('ZIP code')).toBeVisible()
  await expect(page.getByLabel('City or town')).toBeHidden()
  await expectNoBarriers(page)
  await page.getByLabel('Country').selectOption('Ireland')
  await expect(page.getByLabel('ZIP code')).toBeHidden()
  await page.getByLabel('City or town').fill('Cork')
  await button(page, 'Continue').click()

  await expect(heading(page, 'You and your university')).toBeVisible()
  await tick(page, 'Mentor a student')
  await page.getByText('Vocal Ensembles').first().click()
  await tick(page, 'Chapel Choir')
  await expectNoBarriers(page)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Check your answers')).toBeVisible()
}

const ways = [
  { mode: 'with JavaScript', options: {} },
  { mode: 'without JavaScript', options: { javaScriptEnabled: false } },
  { mode: 'on a phone', options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
] as const

for (const { mode, options } of variants('on a phone', ways))
  test.describe(mode, () => {
    test.use(options)

    test('Mei signs up step by step, changes an answer, and signs in from the letter', async ({ page, messagesTo }) => {
      const email = newAddress()
      await answerUpToCheck(page, email)
      await expectNoBarriers(page)
      await page.getByRole('link', { name: 'Change where you live' }).click()
      await page.getByLabel('Country').selectOption('United States')
      await page.getByLabel('ZIP code').fill('T12 XY00')
      await button(page, 'Save and go back').click()
      await expect(page).toHaveTitle(/^Error: /)
      await expectNoBarriers(page)
      await page.getByLabel('ZIP code').fill('02118 1234')
      await button(page, 'Save and go back').click()
      await expect(heading(page, 'Check your answers')).toBeVisible()
      await expect(page.getByText('02118-1234')).toBeVisible()

      await page.reload()
      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await expect(page.getByLabel('Chapel Choir')).toBeChecked()
      await page.goBack()
      await expect(page.getByText('Step 4 of 4')).toBeVisible()
      await button(page, 'Sign up').click()
      await expect(page.getByRole('alert')).toContainText('Check the box')
      await expectNoBarriers(page)
      await tick(page, /^I agree/)
      await button(page, 'Sign up').click()

      await expect(heading(page, 'Check your e-mail')).toBeVisible()
      await expect(page.getByText(email)).toBeVisible()
      await expectNoBarriers(page)
      await expect.poll(async () => (await messagesTo(email)).length).toBe(1)
      const confirmation = page.url()
      await page.getByLabel('6-digit code').fill(codeOf((await messagesTo(email))[0]!))
      await button(page, 'Sign in').click()
      await expect(page).toHaveURL(/\/profile$/)
      await page.goto(confirmation)
      await expect(heading(page, 'You have signed up')).toBeVisible()
      await expect(page.getByText(email)).toBeVisible()
      await expectNoBarriers(page)
    })
  })

for (const { mode, options } of variants('without JavaScript', ways))
  test.describe(mode, () => {
    test.use(options)

    test('Mei signs up on one page, and a mistake loses nothing', onlyInSoak, async ({ page, messagesTo }) => {
      const email = newAddress()
      await page.goto(`${portalUrl()}/sign-up`)
      await expectNoBarriers(page)
      await page.getByLabel('First name').fill('مريم')
      await page.getByLabel('Last name', { exact: true }).fill('<script>alert(1)</script>')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('ZIP code').fill('EC1A 1BB')
      await tick(page, 'Host a gathering')
      await button(page, 'Sign up').click()
      await expect(page).toHaveTitle(/^Error: /)
      await expectNoBarriers(page)
      await expect(page.getByLabel('First name')).toHaveValue('مريم')
      await expect(page.getByLabel('Host a gathering')).toBeChecked()
      await page
        .getByRole('alert')
        .getByRole('link', { name: /ZIP code has five digits/ })
        .click()
      await expect(page.getByLabel('ZIP code')).toBeFocused()
      await page.getByLabel('ZIP code').fill('02118')
      await tick(page, /^I agree/)
      await button(page, 'Sign up').click()
      await expect(heading(page, 'Check your e-mail')).toBeVisible()
      await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()
      await expect.poll(async () => (await messagesTo(email)).length).toBe(1)
    })
  })

test(
  'Peggy, who has signed up before, reads the same hint as a stranger when she leaves the field',
  onlyInSoak,
  async ({ page }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${portalUrl()}/sign-up`)
    await page.getByLabel('E-mail address').fill('Peggy.ONeil@example.org')
    await page.getByLabel('First name').focus()
    await expect(page.getByText('We may already have this address')).toBeVisible()
    await expectNoBarriers(page)
    await page.getByLabel('E-mail address').fill(newAddress())
    await page.getByLabel('First name').focus()
    await expect(page.getByText('We may already have this address')).toBeHidden()
    expect(errors).toEqual([])
  },
)

for (const { mode, javaScriptEnabled } of variants('with JavaScript', [
  { mode: 'with JavaScript', javaScriptEnabled: true },
  { mode: 'without JavaScript', javaScriptEnabled: false },
]))
  test.describe(mode, () => {
    test.use({ javaScriptEnabled })
    test('Mei mistypes her address, gets a suggestion, and loses nothing', onlyInSoak, async ({ page, messagesTo }) => {
      const name = newAddress().split('@')[0]!
      await page.goto(`${portalUrl()}/sign-up`)
      await page.getByLabel('First name').fill('Mei')
      await page.getByLabel('Last name', { exact: true }).fill('Lin')
      await page.getByLabel('E-mail address').fill(`${name}@gmial.com`)
      if (javaScriptEnabled) {
        const distance = async () =>
          (await page.getByLabel('ZIP code').boundingBox())!.y -
          (await page.getByLabel('E-mail address').boundingBox())!.y
        const before = await distance()
        await page.getByLabel('ZIP code').focus()
        await expect(page.getByRole('button', { name: `${name}@gmail.com` })).toBeVisible()
        expect(await distance()).toBe(before)
      }
      await page.getByLabel('ZIP code').fill('02118')
      await tick(page, /^I agree/)
      await button(page, 'Sign up').click()
      await expect(page.getByText(`Did you mean ${name}@gmail.com?`)).toBeVisible()
      await expectNoBarriers(page)
      await button(page, 'Use that address').click()
      await expect(page.getByText(`${name}@gmail.com`)).toBeVisible()
      await expect.poll(async () => (await messagesTo(`${name}@gmail.com`)).length).toBe(1)
    })
  })
