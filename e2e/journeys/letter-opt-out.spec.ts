import type { Page } from '@playwright/test'
import { openLink, signUpOnOnePage } from '../fixtures/champion.ts'
import { expect, expectNoBarriersInAnyTheme, portalUrl, test } from '../fixtures/journey.ts'
import { sendLetterAboutConcert } from '../fixtures/list-letter.ts'
import { variants } from '../fixtures/variants.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

for (const { mode, javaScriptEnabled } of variants('on a phone', [
  { mode: 'on a phone', javaScriptEnabled: true },
  { mode: 'on a phone without JavaScript', javaScriptEnabled: false },
]))
  test.describe(mode, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('Ella answers with the button of a letter to a list, opts out with its link, and changes her mind in her profile', async ({
      page,
      pageOf,
      messagesTo,
      signInsAlone: _,
    }) => {
      const checkPage = async (page: Page) => {
        // axe needs scripts in the page.
        if (javaScriptEnabled) await expectNoBarriersInAnyTheme(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
      const address = `ella.${crypto.randomUUID().slice(0, 8)}@example.org`
      await signUpOnOnePage(page, messagesTo, 'Ella', address)
      await page.context().clearCookies()
      const subject = `Supper for ${address}`
      const list = { from: 'champions' as const, query: `q=${encodeURIComponent(address)}` }
      await sendLetterAboutConcert((await pageOf('staff')).request, subject, list)
      const findLetter = async () => (await messagesTo(address)).find((letter) => letter.subject === subject)
      await expect.poll(findLetter, { intervals: [500] }).toBeDefined()
      const { text } = (await findLetter())!

      await page.goto(/See the event and answer:\s+(\S+)/.exec(text)![1]!)
      await heading(page, 'Winter concert')
      await expect(main(page)).not.toContainText(address)
      await checkPage(page)
      await main(page).getByText('No, I cannot come', { exact: true }).click()
      await press(page, 'Send my answer')
      await expect(main(page)).toContainText('You said no')
      await main(page).getByText('Yes, I will come', { exact: true }).click()
      await press(page, 'Send my answer')
      await expect(main(page).getByRole('alert')).toContainText('Enter your first name.')
      await expect(main(page).getByLabel('Yes, I will come')).toBeChecked()
      await checkPage(page)
      await main(page).getByLabel('First name').fill('Ella')
      await main(page).getByLabel('Last name', { exact: true }).fill('Bell')
      await main(page).locator('label[for=consent]').click()
      await press(page, 'Send my answer')
      await expect(main(page)).toContainText('Check your e-mail')
      await checkPage(page)
      await openLink(page, messagesTo, address, 'Confirm your answer')
      await heading(page, 'Confirm your answer')
      await checkPage(page)
      await press(page, 'Confirm')
      await expect(page).toHaveURL(/\/events\/winter-concert#answer$/)
      await expect(main(page)).toContainText('You are going')
      await main(page).getByRole('button', { name: 'Cancel my place' }).click()
      await expect(main(page)).toContainText('You told us that you are not coming.')

      const alone = await page
        .context()
        .browser()!
        .newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
      const mail = await alone.newPage()
      await mail.goto(/No more e-mails about events:\s+(\S+)/.exec(text)![1]!)
      await heading(mail, 'Which e-mails should we stop?')
      await checkPage(mail)
      await press(mail, 'Stop e-mails about events')
      await heading(mail, 'No more e-mails about events')
      await checkPage(mail)
      await press(mail, 'Get them again')
      await expect(main(mail).getByRole('status')).toContainText('You get e-mails about events again.')
      await heading(mail, 'Which e-mails should we stop?')
      await press(mail, 'Stop e-mails about events')
      await press(mail, 'Stop all invitations and news')
      await heading(mail, 'No more invitations or news')
      await checkPage(mail)
      await press(mail, 'Get them again')
      await expect(main(mail).getByRole('status')).toContainText('You get other invitations and news again.')
      await heading(mail, 'No more e-mails about events')
      await press(mail, 'Stop all invitations and news')
      await heading(mail, 'No more invitations or news')
      await mail.goto(`${mail.url()}x`)
      await expect(main(mail)).toContainText('We cannot find that page')
      await alone.close()

      await page.goto(`${portalUrl()}/profile`)
      await main(page).getByRole('link', { name: 'Change the e-mails you get' }).click()
      await heading(page, 'E-mail from us')
      for (const topic of ['Events', 'Volunteering', 'News'])
        await expect(main(page).getByLabel(topic, { exact: true })).not.toBeChecked()
      await checkPage(page)
      await main(page).getByText('Volunteering', { exact: true }).click()
      await press(page, 'Save')
      await expect(main(page).getByRole('status')).toContainText('Your choice of e-mails is saved.')
      await expect(main(page).getByText('Volunteering', { exact: true })).toBeVisible()
      await checkPage(page)
      await press(page, 'Stop all e-mails')
      await expect(main(page).getByText('Off', { exact: true })).toBeVisible()
      await expect(main(page).getByRole('button', { name: 'Stop all e-mails' })).toHaveCount(0)
      await checkPage(page)
    })
  })
