import type { ListLetterRecord, LetterReach } from '@alumni/shared/publications/list-letters'
import type { APIRequestContext, Page } from '@playwright/test'
import { bringHourOfLeaving } from '@alumni/server/testing/hour-of-leaving'
import { codeOf, signUpOnOnePage } from '../fixtures/champion.ts'
import { expect, expectNoBarriersInAnyTheme, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

const portal = () => process.env.E2E_URL!.replace('localhost', 'champions.localhost')
const headers = () => ({ accept: 'application/json', origin: process.env.E2E_URL! })
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

for (const { mode, javaScriptEnabled } of variants('on a phone', [
  { mode: 'on a phone', javaScriptEnabled: true },
  { mode: 'on a phone without JavaScript', javaScriptEnabled: false },
]))
  test.describe(mode, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('Ella answers by the button of a letter to a list, says no by its link, and changes her mind in her profile', async ({
      page,
      pageOf,
      messagesTo,
      signInsAlone: _,
    }) => {
      const look = async (page: Page) => {
        // axe is a script of the page.
        if (javaScriptEnabled) await expectNoBarriersInAnyTheme(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
      const address = `ella.${crypto.randomUUID().slice(0, 8)}@example.org`
      await signUpOnOnePage(page, messagesTo, 'Ella', address)
      await page.context().clearCookies()
      const subject = `Supper for ${address}`
      await sendTo((await pageOf('staff')).request, address, subject)
      const received = async () => (await messagesTo(address)).find((letter) => letter.subject === subject)
      await expect.poll(received, { intervals: [500] }).toBeDefined()
      const { text } = (await received())!

      await page.goto(/See the event and answer:\s+(\S+)/.exec(text)![1]!)
      await heading(page, 'Answer as e•••@e•••.org?')
      await expect(main(page)).not.toContainText(address)
      await look(page)
      await main(page).getByRole('link', { name: 'See the page without signing in' }).click()
      await heading(page, 'Winter concert')
      await page.goBack()
      const since = new Date().toISOString()
      await press(page, 'Send me a code')
      await heading(page, 'Check your e-mail')
      const coded = async () =>
        (await messagesTo(address)).find(({ at, text }) => at >= since && /: \d{6}$/m.test(text))
      await expect.poll(coded).toBeDefined()
      await main(page)
        .getByLabel('6-digit code')
        .fill(codeOf((await coded())!))
      await press(page, 'Sign in')
      await expect(page).toHaveURL(/\/events\/winter-concert$/)
      await expect(main(page).getByRole('heading', { name: 'Will you come?' })).toBeVisible()

      const alone = await page
        .context()
        .browser()!
        .newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
      const mail = await alone.newPage()
      await mail.goto(/No more e-mails about events:\s+(\S+)/.exec(text)![1]!)
      await heading(mail, 'Which e-mails should we stop?')
      await look(mail)
      await press(mail, 'Stop e-mails about events')
      await heading(mail, 'No more e-mails about events')
      await look(mail)
      await press(mail, 'Get them again')
      await expect(main(mail).getByRole('status')).toContainText('You get e-mails about events again.')
      await heading(mail, 'Which e-mails should we stop?')
      await press(mail, 'Stop e-mails about events')
      await press(mail, 'Stop all invitations and news')
      await heading(mail, 'No more invitations or news')
      await look(mail)
      await press(mail, 'Get them again')
      await expect(main(mail).getByRole('status')).toContainText('You get other invitations and news again.')
      await heading(mail, 'No more e-mails about events')
      await press(mail, 'Stop all invitations and news')
      await heading(mail, 'No more invitations or news')
      await mail.goto(`${mail.url()}x`)
      await expect(main(mail)).toContainText('We cannot find that page')
      await alone.close()

      await page.goto(`${portal()}/profile`)
      await main(page).getByRole('link', { name: 'Change the e-mails you get' }).click()
      await heading(page, 'E-mail from us')
      for (const topic of ['Events', 'Volunteering', 'News'])
        await expect(main(page).getByLabel(topic, { exact: true })).not.toBeChecked()
      await look(page)
      await main(page).getByText('Volunteering', { exact: true }).click()
      await press(page, 'Save')
      await expect(main(page).getByRole('status')).toContainText('Your choice of e-mails is saved.')
      await expect(main(page).getByText('Volunteering', { exact: true })).toBeVisible()
      await look(page)
      await press(page, 'Stop all e-mails')
      await expect(main(page).getByText('Off', { exact: true })).toBeVisible()
      await expect(main(page).getByRole('button', { name: 'Stop all e-mails' })).toHaveCount(0)
      await look(page)
    })
  })

/** A letter about the winter concert to the champion with this address; the five minutes until it leaves are over. */
async function sendTo(request: APIRequestContext, address: string, subject: string): Promise<void> {
  const { events } = (await (
    await request.get('/champion_signups/events?q=winter+concert', { headers: headers() })
  ).json()) as {
    events: { id: number; title: string }[]
  }
  const data = {
    title: subject,
    slug: '',
    summary: 'Music and mulled cider',
    body: 'Join us for **music**.',
    picture: 'skyline',
    photo: null,
    photo_alt: '',
    topic: 'events',
    salutation: 'Dear {name},',
    replies_to: 'office',
    event_id: events[0]!.id,
    opportunity_id: null,
    news_item_id: null,
    skips_answered: true,
    list: { from: 'champions', query: `q=${encodeURIComponent(address)}` },
  }
  const draft: ListLetterRecord = await (await request.post('/letters', { headers: headers(), data })).json()
  const { written_to }: LetterReach = await (await request.post('/letters/reach', { headers: headers(), data })).json()
  expect(written_to).toBe(1)
  await request.post(`/letters/${draft.id}/tests`, { headers: headers(), data: {} })
  const sent = await request.post(`/letters/${draft.id}/send`, {
    headers: headers(),
    data: { version: draft.version, written_to },
  })
  expect([sent.status(), await sent.text()]).toEqual([200, expect.anything()])
  await bringHourOfLeaving(process.env.E2E_DATA_DIR!, subject)
}
