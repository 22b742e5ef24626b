import { act, expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'admin' })

const rowOf = (page: import('@playwright/test').Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('Ada adds a major, corrects it, deactivates it and deletes it', async ({ page }) => {
  // The text is unique, because the major of a previous run may remain.
  const [code, word] = [`L${Date.now() % 1_000_000}`, `Lute${Date.now()}`]
  await page.goto('/settings/majors')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'New major' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Enter the major’s name.')).toBeVisible()
  await expect(dialog.getByText('Choose a college.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(code)
  await expectNoBarriers(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${word} Makng`)
  await dialog.getByRole('textbox', { name: 'Department code' }).fill('MUSI')
  await dialog.getByRole('textbox', { name: 'Department', exact: true }).fill('Music')
  await dialog.getByRole('combobox', { name: 'College' }).click()
  await page.getByRole('option', { name: 'College of Arts and Sciences' }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search majors' }).fill(word.toLowerCase())
  await expect(page).toHaveURL(/q=lute\d/)
  await expect(page.getByRole('status').filter({ hasText: '1 of' })).toBeVisible()
  await act(rowOf(page, `${word} Makng`), 'Edit')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${word} Making`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await act(rowOf(page, `${word} Making`), 'Deactivate')
  await expect(rowOf(page, `${word} Making`)).toContainText('Inactive')
  await page.getByText('Active', { exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'No major matches' })).toBeVisible()
  await page.getByText('Inactive', { exact: true }).first().click()
  await page.reload()
  await act(rowOf(page, `${word} Making`), /delete it/)
  await expect(dialog.getByText(`No record uses ${code}.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('heading', { name: 'No major matches' })).toBeVisible()
})

test(
  'an affinity with members cannot be deleted, and the dialog says how many there are',
  onlyInSoak,
  async ({ page }) => {
    await page.goto('/settings/affinities')
    await expectNoBarriers(page)
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Vocal Ensembles' }).click()
    await expect(page).toHaveURL(/category=Vocal/)
    await act(rowOf(page, 'Gospel Choir'), /delete it/)
    await expect(page.getByRole('dialog')).toContainText(
      /cannot be deleted: [\d,]+ alumn(i|us)( and [\d,]+ champion signups?)? uses? it\. Deactivate it instead\./,
    )
    await expect(page.getByRole('button', { name: 'Delete it' })).toBeHidden()
    await expectNoBarriers(page)
  },
)

test(
  'the second of two administrators who edit the same college is notified, keeps her input, and decides',
  onlyInSoak,
  async ({ page, pageOf }) => {
    const other = await pageOf('admin')
    for (const each of [page, other]) {
      await each.goto('/settings/colleges')
      await act(rowOf(each, 'Alder School of Business'), 'Edit')
    }
    await other.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Alder Business School')
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(other.getByRole('dialog')).toBeHidden()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('The Alder School')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Someone else saved first')
    await expect(dialog.getByText('Theirs: Alder Business School')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('The Alder School')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Alder School of Business')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, 'Alder School of Business')).toBeVisible()
  },
)

test('a duplicate activity code is reported beside its field', onlyInSoak, async ({ page }) => {
  await page.goto('/settings/activity_codes')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'New activity code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('gift')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('A gift')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('gift is already in the list.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAttribute('aria-invalid', 'true')
})

test.describe('Stan', () => {
  test.use({ person: 'staff' })
  test('is told that the lists are for administrators', onlyInSoak, async ({ page }) => {
    await page.goto('/settings/majors')
    await expect(page.getByText(/open to administrators only/)).toBeVisible()
  })
})
