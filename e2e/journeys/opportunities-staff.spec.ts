import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, portalUrl, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const confirm = (page: Page, action: string) => page.getByRole('dialog').getByRole('button', { name: action }).click()

test('Stan writes an opportunity, previews it, publishes it, and closes it again', async ({ page, pageOf }) => {
  await page.goto('/champion_signups/opportunities')
  await expect(page.getByRole('row', { name: /Mentor a first-year student/ })).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'New opportunity' }).click()
  await expect(heading(page, 'New opportunity')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Write a title.')).toBeVisible()
  await expect(page.getByText('Choose what kind of help it is.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Plant trees by the river')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Plant trees by the river')
  await page.getByRole('textbox', { name: 'Summary' }).fill('A morning outdoors, with soup.')
  await page.getByRole('combobox', { name: 'Kind of help' }).click()
  await page.getByRole('option', { name: 'Welcoming' }).click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.pressSequentially('Bring **gloves**.\n- Boots\nA friend')
  await expect(text.locator('strong')).toHaveText('gloves')
  await expect(text.getByRole('listitem')).toHaveText(['Boots', 'A friend'])
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(heading(page, 'Plant trees by the river')).toBeVisible()
  await expect(page.getByText('No one has answered yet')).toBeVisible()

  const visitor = await pageOf('nobody')
  const address = `${portalUrl()}/opportunities/plant-trees-by-the-river`
  expect((await visitor.goto(address))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Publish…' }).click()
  await confirm(page, 'Publish it')
  await expect(page.getByRole('link', { name: 'See its page' })).toBeVisible()
  expect((await visitor.goto(address))?.status()).toBe(200)
  await expect(visitor.getByText('gloves')).toBeVisible()
  await page.getByRole('button', { name: 'Close…' }).click()
  await confirm(page, 'Close it')
  await expect(page.getByRole('button', { name: 'Reopen…' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText(/closed/i).first()).toBeVisible()
})

test('Stan decides about an answer by key, and its person gets a letter', async ({ page, messagesTo }) => {
  await page.goto('/champion_signups/opportunities?q=class')
  await page.getByRole('link', { name: 'Talk about your work in class' }).click()
  await expect(page.getByRole('row', { name: /Peggy O'Neil/ })).toBeVisible()
  await expectNoBarriers(page)
  await page.keyboard.press('j')
  await expect(page.getByRole('row', { name: /Peggy O'Neil/ })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('group', { name: 'Chosen answers' })).toContainText('1 answer chosen')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByRole('group', { name: 'Chosen answers' })).toBeHidden()
  await page.getByRole('row', { name: /Peggy O'Neil/ }).focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog')).toContainText('They get a letter.')
  await confirm(page, 'Accept and write')
  await expect(page.getByRole('row', { name: /Peggy O'Neil/ })).toContainText(/Accepted.*by Stan/)
  await expect
    .poll(async () => (await messagesTo('peggy.oneil@example.org')).map(({ subject }) => subject).join())
    .toContain('Talk about your work in class')
})

test(
  'the second of two people who edit an opportunity is notified, keeps his input, and decides',
  onlyInSoak,
  async ({ page, pageOf }) => {
    const ada = await pageOf('admin')
    for (const each of [page, ada]) {
      await each.goto('/champion_signups/opportunities?q=judge')
      await each.getByRole('link', { name: /^Judge the senior projects/ }).click()
      await each.getByRole('link', { name: 'Edit' }).click()
      await expect(heading(each, /^Edit “Judge/)).toBeVisible()
    }
    await ada.getByRole('textbox', { name: 'Time needed' }).fill('A whole day in May')
    await ada.getByRole('button', { name: 'Save draft' }).click()
    await expect(ada.getByText('A whole day in May')).toBeVisible()
    await page.getByRole('textbox', { name: 'Time needed' }).fill('Half a day in May')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('alert')).toContainText('Ada Lindqvist has saved this opportunity since you opened it.')
    await expect(page.getByText('Theirs: A whole day in May')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Time needed' })).toHaveValue('Half a day in May')
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByText('Half a day in May')).toBeVisible()
  },
)
