import type { Page } from '@playwright/test'
import { openLink } from '../fixtures/champion.ts'
import { expect, expectNoBarriersInAnyTheme, portalUrl, test } from '../fixtures/journey.ts'
import { sendLetterAboutConcert } from '../fixtures/list-letter.ts'

const main = (page: Page) => page.getByRole('main')

test.use({ viewport: { width: 390, height: 844 } })

async function checkPage(page: Page): Promise<void> {
  await expectNoBarriersInAnyTheme(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

async function fillIn(page: Page, first: string, last: string): Promise<void> {
  await main(page).getByLabel('First name').fill(first)
  await main(page).getByLabel('Last name', { exact: true }).fill(last)
  await main(page).locator('label[for=consent]').click()
}

test('an alumna without a signup answers yes with a guest on her phone from a letter, and confirms by e-mail', async ({
  page,
  pageOf,
  messagesTo,
}) => {
  const { request } = await pageOf('staff')
  const headers = { accept: 'application/json' }
  const found = await request.get('/alumni_search?champion=no&by_email=yes&page=4', { headers })
  const { alumni } = (await found.json()) as { alumni: { buid: string; primary_email: string }[] }
  // Some have a signup with their address that is not linked yet.
  const hasSignup = async ({ primary_email }: (typeof alumni)[number]) => {
    const query = new URLSearchParams({ q: primary_email })
    const { matching } = (await (await request.get(`/champion_signups?${query}`, { headers })).json()) as {
      matching: number
    }
    return matching > 0
  }
  let alumna = alumni.shift()!
  while (await hasSignup(alumna)) alumna = alumni.shift()!
  const { buid, primary_email: address } = alumna
  const subject = `Concert ${crypto.randomUUID().slice(0, 8)}`
  await sendLetterAboutConcert(request, subject, { from: 'people', buids: [buid] })
  const findLetter = async () => (await messagesTo(address)).find((letter) => letter.subject === subject)
  await expect.poll(findLetter, { intervals: [500] }).toBeDefined()

  await page.goto(/See the event and answer:\s+(\S+)/.exec((await findLetter())!.text)![1]!)
  await expect(main(page).getByRole('heading', { name: 'Will you come?' })).toBeVisible()
  await expect(main(page)).not.toContainText(address)
  await expect(main(page).getByLabel('E-mail address')).toBeHidden()
  await checkPage(page)
  await main(page).getByText('Yes, I will come', { exact: true }).click()
  await main(page).getByLabel('Who is coming?').selectOption('Me and 1 guest')
  await fillIn(page, 'Wilhelmina', 'Brandt')
  await main(page).getByRole('button', { name: 'Send my answer' }).click()
  await expect(main(page)).toContainText('Check your e-mail')
  await checkPage(page)

  await openLink(page, messagesTo, address, 'Confirm your answer')
  await expect(main(page)).toContainText('with 1 guest')
  await checkPage(page)
  await main(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(main(page)).toContainText('You are going, with 1 guest')
  await checkPage(page)
  await main(page).getByRole('link', { name: 'See who' }).click()
  await expect(main(page).getByText('Wilhelmina B.').first()).toBeVisible()
  const { signups } = (await (await request.get('/champion_signups?q=Wilhelmina+Brandt', { headers })).json()) as {
    signups: { buid: string | null; alumnus: string | null }[]
  }
  expect(signups.map(({ buid }) => buid)).toContain(buid)
})

test('a stranger offers help on the public page with their own address, and confirms it', async ({
  page,
  messagesTo,
}) => {
  const address = `wilma.${crypto.randomUUID().slice(0, 8)}@example.net`
  await page.goto(`${portalUrl()}/opportunities`)
  await main(page).getByRole('link', { name: 'Help to plan the tenth reunion' }).click()
  await checkPage(page)
  await main(page).getByText('Yes, ', { exact: false }).first().click()
  await main(page).getByLabel('Your message to the organizer').fill('I have time on Thursdays.')
  await main(page).getByRole('button', { name: 'Send my answer' }).click()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(main(page).getByLabel('Your message to the organizer')).toHaveValue('I have time on Thursdays.')
  await checkPage(page)
  await fillIn(page, 'Wilma', 'Stone')
  await main(page).getByLabel('E-mail address').fill(address)
  await main(page).getByRole('button', { name: 'Send my answer' }).click()
  await expect(main(page)).toContainText('Check your e-mail')
  await openLink(page, messagesTo, address, 'Confirm your answer')
  await main(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(main(page).getByRole('heading', { name: 'Your answer' })).toBeVisible()
  await checkPage(page)
})
