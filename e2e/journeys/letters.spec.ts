import { makeLetterDue } from '@alumni/server/testing/make-letter-due'
import type { ListLetterPage } from '@alumni/shared/publications/list-letters'
import type { Page } from '@playwright/test'
import { openLink } from '../fixtures/champion.ts'
import { clock, dinner } from '../fixtures/dinner.ts'
import { act, expect, expectNoBarriers, expectNoBarriersInAnyTheme, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const address = 'peggy.oneil@example.org'
const headers = () => ({ accept: 'application/json', origin: process.env.E2E_URL! })

test('Stan finds Peggy, writes to her about a dinner, reads a test and sends it, and she says yes with its button', async ({
  page,
  pageOf,
  messagesTo,
  signInsAlone: _,
}) => {
  const dinner = await planDinner(page)
  const findLetter = async (subject: string) => (await messagesTo(address)).find((letter) => letter.subject === subject)

  await page.goto('/alumni_search?q=peggy+oneil')
  await page.getByRole('button', { name: 'Write to them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New letter' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Write a subject.')).toBeVisible()
  await page.getByLabel('Subject').fill(dinner.title)
  await page.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially('Join us for **dinner**.')
  await page.getByRole('combobox', { name: 'Event, opportunity or news item' }).click()
  await page.getByRole('option', { name: `Event: ${dinner.title}` }).click()
  await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue('Events')
  await expect(page.getByRole('region', { name: /^\d+ gets? it\./ })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoBarriersInAnyTheme(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Save draft' }).click()

  await expect(page.getByRole('heading', { level: 1, name: dinner.title })).toBeVisible()
  const send = page.getByRole('button', { name: 'Send…' })
  await expect(send).toBeDisabled()
  const preview = page.getByRole('region', { name: 'Preview of the letter' })
  await expect(preview.getByText('Dear Peggy,')).toBeVisible()
  await expect(page.getByText(/ gets it · 1 of \d+/)).toBeVisible()
  await expect(preview.getByText('See the event and answer')).toBeVisible()
  await page.getByRole('button', { name: /^\d+ gets? it$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Peggy O.Neil/ })
    .first()
    .waitFor()
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  const topOf = async (heading: string) => (await page.getByRole('heading', { name: heading }).boundingBox())!.y
  expect(await topOf('As it arrives')).toBeLessThan(await topOf('About this letter'))
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Send me a test' }).dblclick()
  await expect(page.getByText(/A test is on its way to staff@example\.edu, written as for Peggy/)).toBeVisible()
  const tests = async () =>
    (await messagesTo('staff@example.edu')).filter(({ subject }) => subject === `Test: ${dinner.title}`)
  await expect.poll(async () => (await tests())[0]?.text).toContain('Dear Peggy,')

  await send.click()
  await page.getByRole('button', { name: /^Send to \d/ }).click()
  await expect(page.getByText('Until then it can be taken back, and no one gets it.')).toBeVisible()
  await page.getByRole('button', { name: 'Take back…' }).click()
  // A second click is ignored while the dialog fades out.
  await page.getByRole('button', { name: 'Take it back' }).dblclick()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing was changed')).toBeHidden()

  expect(await tests()).toHaveLength(1)
  await send.click()
  await page.getByText('At a day and time').click()
  await page.getByRole('button', { name: /^Schedule for \d/ }).click()
  await expect(page.getByText('Choose a day and time.')).toBeVisible()
  await page.getByLabel('Send at').fill(await inAnHour(page))
  await page.getByRole('button', { name: /^Schedule for \d/ }).click()
  await expect(page.getByText(/^It leaves \w+, /)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoBarriersInAnyTheme(page)
  await makeLetterDue(process.env.E2E_DATA_DIR!, dinner.title)
  await expect.poll(() => findLetter(dinner.title)).toBeDefined()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: /^\d+ got it$/ }).click()
  await expect(page).toHaveURL(/state=sent/)
  await expect(page.getByRole('row').getByRole('link', { name: /Peggy O.Neil/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectNoBarriersInAnyTheme(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const letterUrl = new URL(page.url()).pathname

  const peggy = await pageOf('nobody')
  const letter = (await findLetter(dinner.title))!
  expect(letter.text).toContain('No more e-mails about events')
  await peggy.goto(/See the event and answer:\s+(\S+)/.exec(letter.text)![1]!)
  await peggy.getByText('Yes, I will come', { exact: true }).click()
  await peggy.getByLabel('First name').fill('Peggy')
  await peggy.getByLabel('Last name', { exact: true }).fill('O’Neil')
  await peggy.locator('label[for=consent]').click()
  await peggy.getByRole('button', { name: 'Send my answer' }).click()
  await openLink(peggy, messagesTo, address, `Confirm your answer: ${dinner.title}`)
  await peggy.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(peggy.getByText('You are going')).toBeVisible()
  await expectSameNumbers(page, dinner.url, letterUrl)

  await dinner.begin()
  await page.goto(`${dinner.url}/door`)
  await page.getByRole('list', { name: 'Guests' }).getByRole('button').filter({ hasText: 'Peggy' }).first().click()
  await expect(page.getByText(/Peggy.* is checked in\./)).toBeVisible()
  await page.goto('/alumni_search?q=peggy+oneil')
  await page.getByRole('link', { name: /Peggy/ }).first().click()
  await expect(page.getByText(dinner.title).first()).toBeVisible()
  await page.goto(`${dinner.url}`)
  await expect(page.getByRole('row', { name: /Peggy/ })).toContainText('Attended')
})

test(
  'Stan starts a letter from a selection, is asked before he leaves it, and finds no people if none were selected',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/letters/new')
    await page.getByRole('combobox', { name: 'Who gets it?' }).fill('peggy oneil')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/alumni_search\?q=peggy/)
    await page.getByRole('row', { name: /Peggy/ }).first().getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Write to 1', exact: true }).click()
    await expect(page.getByText('1 selected person')).toBeVisible()
    expect(page.url()).not.toContain('B0')
    await page.reload()
    await expect(page.getByText('1 selected person')).toBeVisible()
    await page.getByLabel('Subject').fill('Hello')
    page.once('dialog', (question) => void question.dismiss())
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Letters' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('Hello')
  },
)

test(
  'Stan and Ada have the same draft open, the other’s changes are shown beside Send, and no input is lost',
  onlyInSoak,
  async ({ page, pageOf }) => {
    const title = `News of the choir ${Date.now()}`
    await page.goto('/alumni_search?q=peggy+oneil')
    await page.getByRole('button', { name: 'Write to them' }).click()
    await page.getByLabel('Subject').fill(title)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The choir sings on Friday.')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(page.getByText('A test of this version was sent')).toBeVisible()
    await page.getByRole('button', { name: 'Send…' }).click()

    const adas = await pageOf('admin')
    await adas.goto(`${page.url()}/edit`)
    await adas.getByLabel('Preview line').fill('On Friday at eight')
    await adas.getByRole('button', { name: 'Save draft' }).click()
    await expect(adas.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Send to \d/ }).click()
    await expect(dialog.getByText(/has changed this letter\. Read it again/)).toBeVisible()
    await adas.getByRole('button', { name: 'Send me a test' }).click()
    await expect(adas.getByText('A test of this version was sent')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('On Friday at eight').first()).toBeAttached()
    await expect(dialog.getByText(/has changed this letter\. Read it again/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Send to \d/ })).toBeDisabled()
    await expectNoBarriers(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('On Friday at eight').first()).toBeVisible()

    await page.goto('/alumni_search?q=peggy+oneil')
    await page.getByRole('button', { name: 'Write to them' }).click()
    await page.getByRole('combobox', { name: 'Begin with' }).click()
    await page.getByRole('option', { name: title }).click()
    await expect(page.getByLabel('Subject')).toHaveValue(title)
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveText('The choir sings on Friday.')
    await expect(page.getByRole('combobox', { name: 'Begin with' })).toBeDisabled()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue(title)
  },
)

test(
  'if the reply to Send is lost, the dialog says that the letter was sent and does not offer to send it again',
  onlyInSoak,
  async ({ page }) => {
    const title = `News of the library ${Date.now()}`
    await page.goto('/alumni_search?q=peggy+oneil')
    await page.getByRole('button', { name: 'Write to them' }).click()
    await page.getByLabel('Subject').fill(title)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The library is open again.')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByRole('button', { name: 'Send…' }).click()
    await page.route('**/send', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Send to \d/ }).click()
    await expect(
      dialog.getByText('This letter has been sent. Until it leaves, you can take it back on its page.'),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Send to \d/ })).toBeHidden()
    await dialog.getByText('Close', { exact: true }).click()
    await page.getByRole('button', { name: 'Take back…' }).click()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  },
)

test('Stan invites people from the page of an event, by keyboard: a class by its year, then people by a search', async ({
  page,
}) => {
  const dinner = await planDinner(page)
  await page.goto(dinner.url)
  const invite = page.getByRole('button', { name: 'Invite people…' })
  await invite.click()
  await expect(page.getByRole('heading', { level: 1, name: `Invite people to ${dinner.title}` })).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Who gets it?' })
  await expect(box).toBeFocused()
  await expect(page.getByRole('option', { name: /^All champions \d/ })).toBeVisible()
  await expectNoBarriersInAnyTheme(page)
  await box.fill('1913')
  await expect(page.getByRole('option', { name: /^Class of 1913 0/ })).toBeDisabled()
  await box.fill('1998 to 2000')
  await expect(page.getByRole('option', { name: /^Class of 1998–2000 \d/ })).toBeVisible()
  await box.fill('class of 1998')
  await expect(page.getByRole('option', { name: /^Class of 1998 \d/ })).toBeVisible()
  await box.press('Enter')
  await expect(page.getByText('Class of 1998', { exact: true })).toBeVisible()
  await expect(page.getByText(new RegExp(`^Write to (\\d+ of )?\\d+ people about ${dinner.title}$`))).toBeVisible()
  await page.goBack()

  await box.fill('peggy oneil')
  await box.press('Enter')
  await expect(page.getByText(`Find people to invite to ${dinner.title}, then press “Write to them”.`)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoBarriersInAnyTheme(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await page.getByRole('button', { name: 'Write to them' }).click()
  await expect(page.getByText(new RegExp(`about ${dinner.title}$`))).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue('Events')
  await page.getByLabel('Subject').fill(dinner.title)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const preview = page.getByRole('region', { name: 'Preview of the letter' })
  await expect(preview.getByText('See the event and answer')).toBeVisible()
  await expect(preview.getByText('Stan Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByRole('button', { name: 'Send…' }).click()
  await page.getByRole('button', { name: /^Send to \d/ }).click()
  await expect(page.getByText('Until then it can be taken back, and no one gets it.')).toBeVisible()
  await page.getByRole('button', { name: 'Take back…' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await page.goto('/alumni_search?q=peggy+oneil')
  await expect(page.getByText('Find people to invite to')).toBeHidden()
})

test(
  'Stan’s letter about a canceled event says that it cannot be sent, and can be copied or deleted',
  onlyInSoak,
  async ({ page }) => {
    const dinner = await planDinner(page)
    await page.goto(dinner.url)
    const reply = Promise.withResolvers<void>()
    await page.route('**/letters/new', async (route) => {
      await reply.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Invite people…' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New letter' })).toBeVisible()
    const who = page.getByRole('combobox', { name: 'Who gets it?' })
    await expect(who, 'no one can be chosen before the event is known').toBeHidden()
    reply.resolve()
    await who.fill('class of 1998')
    await page.getByRole('option', { name: /^Class of 1998 \d/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Subject').fill(dinner.title)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Join us.')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('button', { name: 'Send me a test' })).toBeVisible()
    await page.request.post(`${dinner.url}/moves`, { headers: headers(), data: { move: 'cancel' } })
    await page.reload()
    await expect(page.getByText('This letter cannot be sent')).toBeVisible()
    await expect(page.getByText('The event was canceled, so no more letters about it are sent.')).toBeVisible()
    for (const name of ['Send me a test', 'Send…', 'Ask an administrator to send it…'])
      await expect(page.getByRole('button', { name })).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoBarriersInAnyTheme(page)
    const letter = page.url()
    await page.getByRole('link', { name: 'Copy' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue(dinner.title)
    await expect(page.getByRole('combobox', { name: 'Event, opportunity or news item' })).toHaveValue('')
    await page.goto(letter)
    await page.getByRole('button', { name: 'Delete this draft…' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()
  },
)

test('Stan hands over a letter to all alumni, and Ada finds it on her start page, returns it, gets it again and sends it', async ({
  page,
  pageOf,
}) => {
  const title = `To everyone ${Date.now()}`
  await page.goto('/alumni_search?sort=name')
  await page.getByRole('button', { name: 'Write to them' }).click()
  await expect(page.getByText(/^Letters to more than 200 people are sent by an administrator\./)).toBeVisible()
  await page.getByLabel('Subject').fill(title)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const ask = page.getByRole('button', { name: 'Ask an administrator to send it…' })
  await expect(ask).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Send…' })).toBeHidden()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await ask.click()
  await page.getByRole('button', { name: 'Ask an administrator', exact: true }).click()
  await expect(page.getByText('Stan Okafor asks an administrator to send it')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoBarriersInAnyTheme(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const adas = await pageOf('admin')
  await adas.goto('/')
  await adas.getByRole('link', { name: /Letters for you to send/ }).click()
  await expect(adas).toHaveURL(/\/letters/)
  if (new URL(adas.url()).search) await adas.getByRole('link', { name: title }).click()
  await adas.getByRole('button', { name: 'Give back…' }).click()
  const dialog = adas.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await expect(dialog.getByText('Write what is to be changed.')).toBeVisible()
  await dialog.getByLabel('What is to be changed').fill('Say when.')
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await expect(adas.getByText('Say when.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Say when.')).toBeVisible()
  await ask.click()
  await page.getByRole('button', { name: 'Ask an administrator', exact: true }).click()
  await expect(page.getByText('With an administrator', { exact: true })).toBeVisible()
  await adas.reload()
  await adas.getByRole('button', { name: 'Send…' }).click()
  const people = /\d[\d,]*/.exec((await dialog.getByRole('button', { name: /^Send to/ }).textContent())!)![0]
  await dialog.getByText('At a day and time').click()
  await adas.getByLabel('Send at').fill(await inAnHour(adas))
  await dialog.getByLabel(/^Type /).fill(people)
  await dialog.getByRole('button', { name: /^Schedule for/ }).click()
  await expect(adas.getByText(/^It leaves \w+, /)).toBeVisible()
  await expect(adas.getByText('Stan Okafor').first()).toBeVisible()
  await adas.getByRole('button', { name: 'Take back…' }).click()
  await adas.getByRole('button', { name: 'Take it back' }).click()
})

test('Stan writes to the people of a recorded list, and the letter names its event and day and links to it', async ({
  page,
}) => {
  const event = `Regatta ${Date.now()}`
  await page.goto('/tools/recorded_lists')
  const peggy = {
    buid: 'B00000004',
    activity_code: 'event_attended',
    engagement_date: '2026-10-03',
    description: event,
  }
  const reply = await page.request.post('/tools/event_converter/lists', {
    headers: headers(),
    data: { batch_id: event, source: 'Batch search', engagements: [peggy], only_new: true },
  })
  expect(reply.ok()).toBe(true)
  await page.reload()
  await act(page.getByRole('row', { name: event }), 'Write to these people')
  const way = page.getByRole('link', { name: `Recorded list: ${event}, October 3, 2026` })
  await expect(way).toBeVisible()
  await expect(page.getByRole('region', { name: /^1 gets it\./ })).toBeVisible()
  await way.click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText(event)
  await page.getByRole('button', { name: 'All lists' }).click()
  await expect(page).not.toHaveURL(/id=/)
})

test('Stan thanks the guests of a past event, and the letter invites no one to it', onlyInSoak, async ({ page }) => {
  await page.goto('/champion_signups/events?q=homecoming&state=past')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: /^Write to (these|this)/ }).click()
  await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue('Events')
  await page.getByLabel('Subject').fill('Thank you for coming')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const preview = page.getByRole('region', { name: 'Preview of the letter' })
  await expect(preview.getByText(/^Dear /)).toBeVisible()
  await expect(preview.getByText('See the event and answer')).toBeHidden()
})

test('a draft without recipients says so in place of Send, and links to other people', onlyInSoak, async ({ page }) => {
  await page.goto('/alumni_search?deceased=yes')
  await page.getByRole('row').nth(1).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Write to 1', exact: true }).click()
  await page.getByLabel('Subject').fill('Hello')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('No one on this list can be written to.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send me a test' })).toBeHidden()
  await expectNoBarriersInAnyTheme(page)
  await page.getByRole('button', { name: '1 deceased' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Choose other people' }).click()
  await expect(page.getByRole('combobox', { name: 'Who gets it?' })).toBeVisible()
})

async function expectSameNumbers(page: Page, event: string, letter: string) {
  const sum = page.getByRole('group', { name: 'People who were asked' })
  await page.goto(letter)
  await expect(sum).toContainText(/^\d+ asked · 1 yes · 0 no · (\d+ ha(s|ve) not answered)$/)
  const text = await sum.innerText()
  const [asked, yes, no, none] = text.match(/\d+/g)!.map(Number) as [number, number, number, number]
  expect(asked).toBe(yes + no + none)
  await expect(page.getByRole('button', { name: `${asked} got it` })).toBeVisible()
  await page.goto(`/alumni_search?asked=event-${event.split('/').at(-1)}`)
  await expect(sum).toHaveText(text)
  await expect(page.getByText(asked === 1 ? '1 person' : `${asked} people`, { exact: true }).first()).toBeVisible()
  await page.goto(event)
  for (const part of text.split(' · ').filter((part) => !part.startsWith('0'))) {
    await sum.getByRole('link', { name: part }).click()
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible()
    await expect(page.getByRole('table', { name: 'People' }).getByRole('row')).toHaveCount(1 + parseInt(part, 10))
    await expect(sum).toHaveText(text)
  }
  await expectNoBarriersInAnyTheme(page)
}

async function inAnHour(page: Page): Promise<string> {
  const { clock_zone }: ListLetterPage = await (await page.request.get(page.url(), { headers: headers() })).json()
  const at = new Date(Date.now() + 60 * 60_000)
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: clock_zone })
  return format.format(at).replace(' ', 'T')
}

async function planDinner(page: Page) {
  const title = `Dinner by the river ${Date.now()}`
  const hour = 60 * 60_000
  const fields = dinner(title, { starts: 48 * hour, ends: 51 * hour })
  const created = await page.request.post('/champion_signups/events', { headers: headers(), data: fields })
  const url = `/champion_signups/events/${(await created.json()).id}`
  await page.request.post(`${url}/moves`, { headers: headers(), data: { move: 'publish' } })
  return {
    title,
    url,
    async begin() {
      const { event } = await (await page.request.get(url, { headers: headers() })).json()
      const today = {
        ...fields,
        slug: event.slug,
        version: event.version,
        starts: clock(-60_000),
        ends: clock(3 * hour),
      }
      const changed = await page.request.patch(url, { headers: headers(), data: today })
      expect(changed.ok()).toBe(true)
    },
  }
}
