import type { Page } from '@playwright/test'
import { askForSignInLetter, codeOf, signUpOnOnePage } from '../fixtures/champion.ts'
import { expect, expectNoBarriers, onlyInSoak, portalUrl, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })

// One opportunity per person, because answers remain for the next journey.
for (const { mode, person, kind, title, options } of variants('without JavaScript', [
  {
    mode: 'with JavaScript',
    person: 'Peggy',
    kind: 'Organizing',
    title: 'Help to plan the tenth reunion',
    options: {},
  },
  {
    mode: 'without JavaScript',
    person: 'Minh',
    kind: 'Mentoring',
    title: 'Practice job interviews with juniors',
    options: { javaScriptEnabled: false },
  },
  {
    mode: 'on a phone',
    person: 'José',
    kind: 'Giving advice',
    title: 'Talk with applicants and their families',
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  },
]))
  test.describe(mode, () => {
    test.use(options)

    test(`${person} finds a way to help, signs in, answers, and takes it back`, async ({
      page,
      messagesTo,
      context,
    }) => {
      const check = async () => {
        // axe needs scripts in the page.
        if ('javaScriptEnabled' in options) return
        await expectNoBarriers(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        )
      }
      const email = `${crypto.randomUUID().slice(0, 8)}@example.org`
      await signUpOnOnePage(page, messagesTo, person, email)
      await context.clearCookies()
      await page.goto(`${portalUrl()}/opportunities`)
      await expect(heading(page, 'Ways to help')).toBeVisible()
      await check()
      if ('viewport' in options) await page.getByText('Filter', { exact: true }).click()
      await page.getByLabel('Kind of help').selectOption(kind)
      await button(page, 'Show').click()
      await expect(page).toHaveURL(/kind=/)
      await page.getByRole('link', { name: title }).click()
      await expect(heading(page, title)).toBeVisible()
      await check()

      await page.getByRole('link', { name: 'Sign in and answer at once' }).click()
      await page
        .getByRole('textbox')
        .first()
        .fill(codeOf(await askForSignInLetter(page, messagesTo, email)))
      await page.getByRole('main').locator('form[action="/sign-in/code"]').getByRole('button').click()

      await expect(heading(page, title)).toBeVisible()
      await expect(page.getByLabel('ZIP or postal code')).toBeHidden()
      await page.getByLabel('Your message to the organizer').fill('I have time on Thursdays.')
      await button(page, 'Offer your help').click()
      await expect(heading(page, 'Your answer', 2)).toBeVisible()
      await expect(page.getByText('Thank you for offering to help')).toBeVisible()
      await check()
      const letterAbout = async (subject: string) => {
        let text: string | undefined
        await expect
          .poll(async () => (text = (await messagesTo(email)).find((letter) => letter.subject.includes(subject))?.text))
          .toBeTruthy()
        return text!
      }
      expect(await letterAbout('Thank you for offering to help')).toContain(`Hello ${person}`)

      await page.getByRole('link', { name: 'All opportunities' }).click()
      await expect(page.getByText('You offered to help').first()).toBeVisible()
      await check()
      await page.getByRole('link', { name: title }).click()
      await button(page, 'Withdraw my offer').click()
      await expect(page.getByText('You took your offer back')).toBeVisible()
      await check()
    })
  })

test(
  'a full opportunity has a waiting list, a closed one says so, and an unknown one is not found',
  onlyInSoak,
  async ({ page }) => {
    await page.goto(`${portalUrl()}/opportunities/host-students-for-dinner`)
    await expect(heading(page, 'Join the waiting list', 2)).toBeVisible()
    await page.goto(`${portalUrl()}/opportunities/moving-in-day`)
    await expect(heading(page, 'This opportunity is closed', 2)).toBeVisible()
    await expectNoBarriers(page)
    await page.goto(`${portalUrl()}/opportunities?q=zzz`)
    await expect(page.getByText('No opportunities for “zzz”')).toBeVisible()
    await expectNoBarriers(page)
    expect((await page.goto(`${portalUrl()}/opportunities/no-such`))?.status()).toBe(404)
  },
)
