import { dinner } from '../fixtures/dinner.ts'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const [peggy, jose] = ['B00000004', 'B00000001']

test('Stan records whom he asked to speak, saves the search for those never asked, and records Peggy’s answer', async ({
  page,
}) => {
  // An ask of a previous run may remain.
  const text = `To speak at career week ${Date.now()}`
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.goto('/alumni_search')
  for (const buid of [jose, peggy]) {
    await page.getByRole('searchbox', { name: /^Search alumni by name/ }).fill(buid)
    await expect(page.getByText('1 person', { exact: true }).first()).toBeVisible()
    await page
      .getByRole('link', { name: buid === peggy ? /O'Neil/ : /Álvarez/ })
      .first()
      .waitFor()
    await page.getByRole('checkbox', { name: /^Select .*(O'Neil|Álvarez)/ }).check()
  }
  const bar = page.getByRole('group', { name: 'Selected people' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Note an ask' }).click()
  const dialog = page.getByRole('dialog', { name: /^Note an ask/ })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Choose an event or opportunity, or write what they were asked for.')
  await page.getByRole('combobox', { name: 'Asked for', exact: true }).fill(text)
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('What were they asked for?')).toHaveValue(text)
  await expect(page.getByRole('combobox', { name: 'Asked for', exact: true })).toHaveValue('Something else…')
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The ask is noted for 2 people.')).toBeVisible()

  await page.goto('/alumni_search')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByText('More filters').click()
  const askedFor = panel.getByRole('combobox', { name: 'Asked for' })
  await askedFor.fill('volun')
  await page.getByRole('option', { name: 'Volunteering' }).click()
  // The options stay open, and with events of other journeys they cover the next field.
  await askedFor.press('Tab')
  await expect(page.getByRole('option')).toHaveCount(0)
  await panel.getByRole('radiogroup', { name: 'Ever asked' }).getByText('No', { exact: true }).click()
  await expect(page).toHaveURL(/asked=volunteering&was_asked=no/)
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Never asked: Volunteering')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save this search…' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Never asked to volunteer')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Save|Replace)$/ })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`/alumni_search?q=${peggy}&asked=volunteering&was_asked=no`)
  await expect(page.getByText(`No one matches “${peggy}”`)).toBeVisible()

  await page.goto(`/alumni/${peggy}`)
  const card = page.getByRole('region', { name: /^Asks and letters/ })
  const ask = card.getByRole('listitem').filter({ hasText: text })
  await expect(ask).toContainText(/Not answered.*Asked on .+ by Stan .+, by phone/)
  await ask.getByRole('button', { name: `Edit the ask “${text}”` }).click()
  await choose('Answer', 'Maybe')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(ask).toContainText('Maybe')
  // If the page is scrolled, the header covers half of a link.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoBarriers(page)
  await page.goto(`/alumni_search?q=${peggy}&asked=volunteering&ask_answer=maybe`)
  await expect(page.getByText('1 person', { exact: true }).first()).toBeVisible()

  await page.goto(`/alumni/${peggy}`)
  await ask.getByRole('button', { name: `Remove the ask “${text}”` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(ask).toHaveCount(0)
})

test(
  'the page of an event counts whom Stan asked, and each number opens its people',
  onlyInSoak,
  async ({ page, baseURL }) => {
    // Letters of other journeys ask people to the events of the demo data, so this one plans its own.
    const title = `Dinner of the asked ${Date.now()}`
    const headers = { origin: baseURL!, accept: 'application/json' }
    const post = (url: string, data: object) => page.request.post(url, { headers, data })
    const day = 24 * 60 * 60_000
    const created = await post('/champion_signups/events', dinner(title, { starts: 2 * day, ends: 3 * day }))
    const { id: event } = await created.json()
    await post(`/champion_signups/events/${event}/moves`, { move: 'publish' })
    const reply = await post('/asks', {
      buids: [peggy, jose],
      event_id: event,
      opportunity_id: null,
      words: null,
      topic: 'events',
      how: 'meal',
      asked_by: 'Dean Mills',
      asked_on: '2026-10-03',
      answer: null,
    })
    expect(await reply.json()).toEqual({ people: 2 })
    await page.goto(`/champion_signups/events/${event}`)
    const asked = page.getByRole('region', { name: 'Who was asked' })
    await expect(asked).toContainText('2 asked')
    await expectNoBarriers(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoBarriers(page)
    await asked.getByRole('link', { name: '2 asked' }).click()
    await expect(page).toHaveURL(/people=asked/)
    await expect(page.getByRole('table', { name: 'People' }).getByRole('row')).toHaveCount(3)
    await page.getByRole('link', { name: 'In search' }).click()
    await expect(page).toHaveURL(new RegExp(`asked=event-${event}$`))
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(`Asked to ${title}`)
    await expect(page.getByText('2 people', { exact: true }).first()).toBeVisible()
  },
)

test('Stan reminds those who have not answered with one press, and a second press opens the same draft', async ({
  page,
}) => {
  await page.goto('/champion_signups/events')
  await page.getByRole('link', { name: 'Dinner at one long table' }).click()
  const event = page.url()
  const asked = page.getByRole('region', { name: 'Who was asked' })
  const remind = asked.getByRole('button', { name: 'Remind those who did not answer' })
  await remind.click()
  const heading = page.getByRole('heading', { level: 1, name: 'Reminder: Will you join us for dinner in Boston?' })
  await expect(heading).toBeVisible()
  const draft = page.url()
  await expect(page.getByText(/^Asked to .+ by letter, not reminded yet$/)).toBeVisible()
  await page.getByText(/^\d+ (is|are) left out$/).click()
  await expect(page.getByRole('button', { name: /who ha(s|ve) answered$/ })).toBeVisible()
  await expectNoBarriers(page)

  await page.goto(`${draft}/edit`)
  await expect(page.getByText('Check the dates written on').first()).toContainText('“Friday”')
  await expect(page.getByText(/^Write to [\d,]+ of [\d,]+ people about Dinner at one long table$/)).toBeVisible()
  await page.goto(draft)
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByRole('button', { name: 'Send…' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Check the dates written on .+: “Friday”\./)
  await page.keyboard.press('Escape')

  await page.goto(event)
  await page.getByRole('button', { name: 'Cancel event…' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    /\d+ people were asked and get none, because they have not answered/,
  )
  await page.getByRole('button', { name: 'Go back' }).click()
  await remind.click()
  await expect(heading).toBeVisible()
  expect(page.url()).toBe(draft)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete this draft…' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page).toHaveURL(/\/letters$/)
})
