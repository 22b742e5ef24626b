import type { Page } from '@playwright/test'
import { askForSignInLetter, codeOf, signUpOnOnePage } from '../fixtures/champion.ts'
import { expect, expectNoBarriers, onlyInSoak, portalUrl, test, type SavedMessage } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

const linkOf = ({ text }: SavedMessage) => /https?:\S+token=\S+/.exec(text)![0]
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const ways = [
  {
    mode: 'with JavaScript',
    javaScriptEnabled: true,
    person: 'jose.alvarez@example.org',
    other: 'siobhan.oneil@example.net',
  },
  {
    mode: 'without JavaScript',
    javaScriptEnabled: false,
    person: 'minh.nguyen@example.com',
    other: 'peggy.oneil@example.org',
  },
] as const
// axe needs scripts in the page.
const buildCheck = (javaScriptEnabled: boolean) => (page: Page) =>
  javaScriptEnabled ? expectNoBarriers(page) : Promise.resolve()

for (const { mode, javaScriptEnabled, person } of variants('without JavaScript', ways))
  test.describe(`on the alumni site ${mode}`, () => {
    test.use({ javaScriptEnabled })
    const checkBarriers = buildCheck(javaScriptEnabled)

    test('a champion signs in with the code, returns to the page they wanted, and signs out', async ({
      page,
      messagesTo,
      signInsAlone: _,
    }) => {
      await page.goto(`${portalUrl()}/profile/devices`)
      await expect(page).toHaveURL(/\/sign-in\?return_to=%2Fprofile%2Fdevices$/)
      await checkBarriers(page)
      await page.getByLabel('E-mail address').fill('jose at example')
      await page.getByRole('button', { name: 'E-mail me a link and a code' }).click()
      await expect(page).toHaveTitle(/^Error: Sign in/)
      await expect(page.getByLabel('E-mail address')).toHaveValue('jose at example')
      await checkBarriers(page)
      const letter = await askForSignInLetter(page, messagesTo, person)
      await expect(page.getByText(person)).toBeVisible()
      await checkBarriers(page)

      const digits = codeOf(letter)
      await page.getByLabel('6-digit code').fill('12 34')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('That is too short: the code has 6 digits.').first()).toBeVisible()
      await expect(page.getByLabel('6-digit code')).toHaveValue('12 34')
      await checkBarriers(page)
      await page.getByLabel('6-digit code').fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/profile\/devices$/)

      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect(page.getByText('You are signed out')).toBeVisible()
      await checkBarriers(page)
      await page.goto(`${portalUrl()}/profile`)
      await expect(page).toHaveURL(/\/sign-in/)
    })
  })

for (const { mode, javaScriptEnabled, other } of variants('with JavaScript', ways))
  test.describe(`on the alumni site ${mode}`, () => {
    test.use({ javaScriptEnabled })
    const checkBarriers = buildCheck(javaScriptEnabled)

    test('a champion signs in with the link, is remembered, comes back with one button, and can say that it is someone else', async ({
      page,
      context,
      messagesTo,
      signInsAlone: _,
    }) => {
      await page.goto(`${portalUrl()}/sign-in`)
      await page.getByText('Remember me on this device').click()
      await expect(page.getByLabel('Remember me on this device')).toBeChecked()
      const letter = await askForSignInLetter(page, messagesTo, other)
      await page.getByText('I did not get the e-mail').click()
      await expect(page.getByText(/You can ask for another e-mail in \d+/)).toBeVisible()
      await checkBarriers(page)
      const link = linkOf(letter)
      await page.goto(link)
      await page.reload()
      await checkBarriers(page)
      await expect(heading(page)).toHaveText('Sign in')
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/profile$/)
      await page.goto(link)
      await expect(heading(page)).toHaveText('This link no longer works')
      await checkBarriers(page)

      await context.clearCookies({ name: 'champion_session' })
      await page.goto(`${portalUrl()}/sign-in?return_to=${encodeURIComponent('/events/winter-concert')}`)
      await expect(page.getByRole('main').getByText('New here?')).toHaveCount(0)
      await checkBarriers(page)
      const since = new Date().toISOString()
      await page.getByRole('button', { name: new RegExp(`^Send a code to ${other[0]}•••@e•••`) }).click()
      await expect(heading(page)).toHaveText('Check your e-mail')
      await expect(page.getByText(other)).toHaveCount(0)
      await checkBarriers(page)
      await expect.poll(async () => (await messagesTo(other)).some(({ at }) => at >= since)).toBe(true)
      await page.getByLabel('6-digit code').fill(codeOf((await messagesTo(other))[0]!))
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/events\/winter-concert$/)

      await context.clearCookies({ name: 'champion_session' })
      await page.goto(`${portalUrl()}/sign-in`)
      await expect(page.getByRole('button', { name: 'Not you?' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Send a code to/ })).toBeVisible()
      await expect(page.getByLabel('E-mail address')).toBeHidden()
      await expect(page.getByLabel('6-digit code')).toBeHidden()
      await checkBarriers(page)
      await page.getByText('Use another address').click()
      await page.getByRole('button', { name: 'E-mail me a link and a code' }).click()
      await expect(page.getByText('Enter your e-mail address.').first()).toBeVisible()
      await expect(page.getByLabel('E-mail address')).toBeVisible()
      await checkBarriers(page)
      await page.getByRole('button', { name: 'Not you?' }).click()
      await expect(page.getByText('This browser no longer remembers you')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Not you?' })).toHaveCount(0)
      expect((await context.cookies(portalUrl())).map(({ name }) => name)).not.toContain('champion_device')
    })
  })

test(
  'pressing a one-time button twice signs in, for the link and for the code',
  onlyInSoak,
  async ({ page, messagesTo, signInsAlone: _ }) => {
    const person = `nora.${crypto.randomUUID().slice(0, 8)}@example.org`
    await signUpOnOnePage(page, messagesTo, 'Nora', person)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.goto(`${portalUrl()}/sign-in`)
    const first = await askForSignInLetter(page, messagesTo, person)
    await page.goto(linkOf(first))
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).dblclick()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()

    await page.goto(`${portalUrl()}/sign-in`)
    const second = await askForSignInLetter(page, messagesTo, person)
    await page.getByLabel('6-digit code').fill(codeOf(second))
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).dblclick()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  },
)

test(
  'a champion who returns to the sign-in page enters the code there',
  onlyInSoak,
  async ({ page, messagesTo, signInsAlone: _ }) => {
    const person = 'siobhan.oneil@example.net'
    await page.goto(`${portalUrl()}/sign-in`)
    await page.getByLabel('6-digit code').fill('123456')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('A code works only in the browser where you asked for it.').first()).toBeVisible()
    await expectNoBarriers(page)
    const letter = await askForSignInLetter(page, messagesTo, person)
    const digits = codeOf(letter)
    await page.goto(`${portalUrl()}/sign-in`)
    await page.getByLabel('6-digit code').fill(digits)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/profile$/)
  },
)

test(
  'changing the address starts with the typed one, and a large provider’s mailbox is one click away',
  onlyInSoak,
  async ({ page }) => {
    await page.goto(`${portalUrl()}/sign-in`)
    await page.getByLabel('E-mail address').fill('nobody.knows@gmail.com')
    await page.getByRole('button', { name: 'E-mail me a link and a code' }).click()
    await expect(page.getByRole('link', { name: 'Open Gmail' })).toBeVisible()
    await page.getByRole('link', { name: 'Use another address' }).click()
    await expect(page.getByLabel('E-mail address')).toHaveValue('nobody.knows@gmail.com')
  },
)

test('a sentence with a long address fits a phone', onlyInSoak, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${portalUrl()}/sign-in`)
  await page.getByLabel('E-mail address').fill('margaret.elizabeth.o-neil@alumni.example.org')
  await page.getByRole('button', { name: 'E-mail me a link and a code' }).click()
  const address = page.locator('strong', { hasText: 'margaret.elizabeth' })
  const lines = await address.evaluate((strong) => {
    const bottomsOf = (node: Node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].map(({ bottom }) => Math.round(bottom))
    }
    const texts = [...strong.parentElement!.childNodes].filter((node) => node instanceof Text && node.data.trim())
    return { before: bottomsOf(texts[0]!), address: bottomsOf(strong), after: bottomsOf(texts[1]!) }
  })
  expect(lines.address[0]).toBe(lines.before.at(-1))
  expect(lines.after[0]).toBe(lines.address.at(-1))
})
