import { makeLetterDue } from '@alumni/server/testing/make-letter-due'
import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

/** Unlinked demo champions that no other journey uses; repetitions use different ones. */
const champions = { linked: 38, edited: 40, deleted: 42 }
const alumni = ['B00000006', 'B00000008'] as const

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const timeline = (page: Page) => page.getByRole('complementary', { name: 'Timeline' })

async function openSignup(page: Page, who: keyof typeof champions): Promise<string> {
  await page.goto(`/champion_signups/${champions[who] + test.info().repeatEachIndex}`)
  await expect(timeline(page)).toBeVisible()
  return page.getByRole('heading', { level: 1 }).innerText()
}

test('Stan finds out who a champion is, adds a note, and sends a letter that arrives', async ({ page }) => {
  const buid = alumni[test.info().repeatEachIndex]!
  await openSignup(page, 'linked')
  const candidates = card(page, 'Which alumnus is this?')
  await page.getByRole('button', { name: 'Link to an alumnus' }).click()
  await expect(candidates.locator(':focus')).toHaveCount(1)
  await candidates.getByRole('searchbox', { name: 'Someone else' }).fill(buid)
  await candidates.getByRole('button', { name: new RegExp(`^Link to .*${buid}$`) }).click()
  await expect(dialog(page)).toContainText('become engagements of the alumnus')
  await expectNoBarriers(page)
  await dialog(page).getByRole('button', { name: 'Link', exact: true }).click()
  await expect(card(page, 'Alumnus')).toContainText(buid)
  await expect(timeline(page)).toContainText('Linked to an alumnus')

  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('textbox', { name: 'A note for colleagues' }).fill('Calls are fine after six.')
  await expectNoBarriers(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Notes')).toContainText('Calls are fine after six.')
  await expect(card(page, 'Notes')).toContainText('Stan Okafor')
  await expect(page.getByText(/^No .*offers to help.* on file/)).toBeVisible()

  await page.getByRole('button', { name: 'Write a letter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New letter' })).toBeVisible()
  await expect(page.getByRole('region', { name: '1 gets it.' })).toBeVisible()
  const about = `Thank you ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Subject').fill(about)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Thank you for your help.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByRole('button', { name: 'Send…' }).click()
  await dialog(page).getByRole('button', { name: 'Send to 1' }).click()
  await expect(page.getByText('Until then it can be taken back')).toBeVisible()
  await makeLetterDue(process.env.E2E_DATA_DIR!, about)
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  await page.getByRole('region', { name: 'About this letter' }).getByRole('link').click()
  await expect(card(page, 'Letters')).toContainText(about)
  await expect(card(page, 'Letters')).toContainText('Sent')
  await card(page, 'Alumnus').getByRole('link').click()
  const signupLink = page.getByRole('link', { name: /^(Champion since|Started to sign up) / })
  await expect(signupLink).toBeVisible()
  await expect(card(page, 'Notes')).toContainText('Calls are fine after six.')
  await expect(page.locator('header dl').first()).toContainText('Last note')
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('textbox', { name: 'A note for colleagues' }).fill('Met her at the ball.')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const notes = page.getByRole('region', { name: /^Notes/ })
  await expect(notes.getByRole('listitem')).toHaveText([/Met her at the ball/, /Calls are fine/])
  await signupLink.click()
  await expect(card(page, 'Letters')).toContainText(about)
  await expect(notes).toContainText('Met her at the ball.')
})

test(
  'the second of two people who correct an answer is notified, keeps his input, and decides',
  onlyInSoak,
  async ({ page, pageOf }) => {
    const other = await pageOf('admin')
    for (const each of [page, other]) {
      await openSignup(each, 'edited')
      await card(each, 'Answers').getByRole('button', { name: 'Edit' }).click()
    }
    const form = (each: Page) => each.getByRole('form', { name: 'Answers' })
    const firstName = (each: Page) => form(each).getByRole('textbox', { name: 'First name' })
    await expectNoBarriers(page)
    await firstName(other).fill('Adelina')
    await form(other).getByRole('button', { name: 'Save' }).click()
    await expect(timeline(other)).toContainText('Answers corrected')
    await firstName(page).fill('Adele')
    await form(page).getByRole('textbox', { name: 'Phone' }).fill('617 555 0177')
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(form(page).getByRole('alert')).toContainText('Someone else saved first')
    await expect(form(page)).toContainText('Theirs: Adelina')
    await expect(firstName(page)).toHaveValue('Adele')
    await expectNoBarriers(page)
    await form(page).getByRole('button', { name: 'Use theirs for First name' }).click()
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Answers')).toContainText('617 555 0177')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Adelina')
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('Stan deletes a signup after reading the consequences, and restores it', async ({ page }) => {
    const name = await openSignup(page, 'deleted')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page)).toContainText('It can be restored for 30 days')
    await dialog(page).getByRole('button', { name: 'Delete the signup' }).click()
    await expect(page.getByText('Stan Okafor deleted this signup')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Write a letter' })).toBeHidden()
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Restore' }).click()
    await dialog(page).getByRole('button', { name: 'Restore it' }).click()
    await expect(timeline(page)).toContainText('Signup restored')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Write a letter' })).toBeVisible()
  })
})
