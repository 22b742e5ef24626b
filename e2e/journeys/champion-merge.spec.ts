import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

test('Stan finds Peggy’s second signup, compares both, merges them and undoes it', async ({ page }) => {
  await page.goto('/champion_signups/duplicates')
  await page
    .getByRole('button', { name: /^Check (now|again)$/ })
    .first()
    .click()
  await page.getByRole('searchbox', { name: /^Search pairs by/ }).fill('hospital')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /moneil@hospital/ })).toContainText('Alumnus’ e-mail')
  await expectNoBarriers(page)

  await page.getByRole('row', { name: /moneil@hospital/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Compare signups' })).toBeVisible()
  const effects = page.getByRole('complementary', { name: 'What the merge does' })
  await expect(effects).toContainText('Both answered “Winter concert of the alumni choir”')
  await page.getByRole('radio', { name: /^First name of signup \d+: Margaret$/ }).check()
  await expect(effects).toContainText('First name')
  await expectNoBarriers(page)
  await effects.getByRole('button', { name: "Merge 1 signup into Peggy (Jones) O'Neil" }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^Merge \d+$/ })).toBeVisible()
  await expect(page.getByText('Nothing has changed since.')).toBeVisible()
  await expectNoBarriers(page)
  const url = page.url()
  await page.goto('/champion_signups/duplicates?q=hospital')
  await expect(page.getByRole('heading', { name: 'No pair matches' })).toBeVisible()

  await page.goto(url)
  await page.getByRole('button', { name: 'Undo this merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click()
  await expect(page.getByRole('heading', { name: 'What the undo did' })).toBeVisible()
  await page.goto('/champion_signups/merges')
  await expect(page.getByRole('row', { name: /moneil@hospital/ }).first()).toContainText('Undone')
  await expectNoBarriers(page)
})

test(
  'the second of two people who merge a pair reads who was first, and a dismissed pair can be suggested again',
  onlyInSoak,
  async ({ page, pageOf }) => {
    await page.goto('/champion_signups/duplicates')
    await page
      .getByRole('button', { name: /^Check (now|again)$/ })
      .first()
      .click()
    await page.getByRole('searchbox', { name: /^Search pairs by/ }).fill('siobhan')
    const row = page.getByRole('row', { name: /siobhan\.oneil3/ })
    await expect(page.getByRole('row')).toHaveCount(2)
    await row
      .getByRole('button', { name: /^Not the same person/ })
      .first()
      .click()
    await expect(row).toHaveCount(0)
    await page.getByRole('switch', { name: 'Dismissed' }).press('Space')
    await row.getByRole('button', { name: /^Suggest again/ }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('switch', { name: 'Dismissed' }).press('Space')
    await row.getByRole('link', { name: /^Compare / }).click()

    const merge = (of: typeof page) => of.getByRole('button', { name: /^Merge 1 signup into/ })
    await expect(merge(page)).toBeEnabled()
    const adas = await pageOf('admin')
    await adas.goto(page.url())
    await expect(merge(adas)).toBeEnabled()
    await merge(page).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Merge \d+$/ })).toBeVisible()
    await merge(adas).click()
    await expect(
      adas
        .getByRole('alert')
        .or(adas.getByText(/has merged signup \d+ into signup \d+/))
        .first(),
    ).toBeVisible()
    await expect(adas.getByText(/has merged signup \d+ into signup \d+/).first()).toBeVisible()
    await expectNoBarriers(adas)

    await page.getByRole('button', { name: 'Undo this merge' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click()
    await expect(page.getByRole('heading', { name: 'What the undo did' })).toBeVisible()
  },
)
