import type { Page } from '@playwright/test'
import { answerProof, refuseOnce } from '../fixtures/proof.ts'
import { expect, expectNoBarriers, test } from '../fixtures/journey.ts'

test.use({ person: 'staff', timezoneId: 'Asia/Tokyo', permissions: ['clipboard-write'] })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const confirm = (page: Page, action: string) => page.getByRole('dialog').getByRole('button', { name: action }).click()

test('Stan writes an event, publishes it, moves it to another day and cancels it, and its guests are notified', async ({
  page,
  messagesTo,
}) => {
  const title = `Soup by the river ${Date.now()}`
  await page.goto('/champion_signups/events')
  await expect(page.getByRole('row', { name: /Dinner at one long table/ })).toBeVisible()
  const times = page.getByRole('row').locator('time')
  const days = await times.evaluateAll((all) => all.map((each) => each.getAttribute('datetime')!))
  expect(days.length).toBeGreaterThan(1)
  expect(days.toSorted()).toEqual(days)
  await expect(page.getByRole('row', { name: /Draft/ })).toHaveCount(0)
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'New event' }).click()
  await expect(heading(page, 'New event')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Summary' }).fill('Bring a bowl.')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/New York')
  await page.getByLabel('Begins').fill('2099-06-01T12:00')
  await expect(page.getByLabel('Ends')).toHaveValue('2099-06-01T14:00')
  await page.getByLabel('Ends').fill('2099-06-01T11:00')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('It ends before it begins.')).toBeVisible()
  await page.getByLabel('Ends').fill('2099-06-01T14:00')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(heading(page, title)).toBeVisible()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await confirm(page, 'Publish it')
  await expect(page.getByText('This event is published. Everyone can read it on the alumni’s site.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite people…' }).last().click()
  await expect(heading(page, `Invite people to ${title}`)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Add someone' }).click()
  const address = page.getByRole('textbox', { name: 'E-mail address of their signup' })
  await expect(address).toBeFocused()
  await address.fill('stranger@example.org')
  await confirm(page, 'Add')
  await expect(page.getByRole('dialog')).toContainText('No champion has this e-mail address.')
  await address.fill('majo@example.com')
  await confirm(page, 'Add')
  await expect(page.getByText('Majo García Márquez is going.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Majo García Márquez/ })).toContainText('Going')

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Begins').fill('2099-06-01T12:30')
  await expect(page.getByText('Saving writes to 1 person')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/12:30/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel event…' }).click()
  await expect(page.getByRole('dialog')).toContainText('A letter goes to 1 person who is going')
  await refuseOnce(page, '**/champion_signups/events/*/moves', 'Cancel the event')
  await confirm(page, 'Cancel the event')
  await answerProof(page, 'Cancel the event')
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()
  await expect
    .poll(async () => (await messagesTo('majo@example.com')).map(({ subject }) => subject).toSorted())
    .toEqual(expect.arrayContaining([`Canceled: ${title}`, `You are going: ${title}`]))
})

test('Stan and Ada check in guests at the same time, by list and by code, and the rest are marked absent', async ({
  page,
  pageOf,
}) => {
  const ada = await pageOf('admin')
  for (const each of [page, ada]) {
    await each.goto('/champion_signups/events?q=harbor')
    await each.getByRole('link', { name: 'A walk along the harbor' }).click()
    await expect(each.getByRole('heading', { level: 2, name: 'Attendance' })).toBeVisible()
  }
  await expectNoBarriers(page)
  const row = (on: Page, index: number) => on.locator('[data-row]').nth(index)
  await page.keyboard.press('j')
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('a')
  await expect(row(page, 0)).toContainText(/Attended.*by Stan/)
  await row(ada, 1)
    .getByRole('button', { name: /^Absent/ })
    .click()
  await expect(row(ada, 1)).toContainText(/Absent.*by Ada/)
  await ada.goto(ada.url())
  await expect(row(ada, 0)).toContainText('by Stan')
  await page.keyboard.press('u')
  await expect(row(page, 0).getByRole('button', { name: /^Attended/ })).toHaveAttribute('aria-pressed', 'false')
  await row(ada, 0)
    .getByRole('button', { name: /^Absent/ })
    .click()
  await expect(ada.getByRole('alert')).toContainText('Stan Okafor has just marked them as "going".')

  await page.reload()
  await expect(row(page, 1)).toContainText('by Ada')
  await page.getByRole('button', { name: 'Mark attendance' }).click()
  await page.getByRole('menuitem', { name: /absent…$/ }).click()
  await expect(page.getByRole('dialog')).toContainText('People already marked stay as they are.')
  await confirm(page, 'Mark')
  await expect(page.getByText(/(person is|people are) marked as absent\./)).toBeVisible()
  await expect(row(page, 1)).toContainText(/Absent.*by Ada/)
})
