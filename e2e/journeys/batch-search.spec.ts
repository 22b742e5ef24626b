import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { answerProof, refuseOnce } from '../fixtures/proof.ts'
import { expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const lines = [
  'Peggy Jones',
  '',
  'smith.family@example.org',
  'nobody.at.all@example.net',
  'PEGGY JONES',
  'Jose Alvarez',
  '=HYPERLINK("http://x")',
]

async function lookUp(page: Page, ...pasted: string[]): Promise<void> {
  await page.goto('/tools/batch_search')
  await page.getByRole('textbox', { name: /one per line/ }).fill(pasted.join('\n'))
}
const row = (page: Page, given: string) => page.getByRole('row').filter({ has: page.getByText(given, { exact: true }) })

async function save(page: Page, item: RegExp): Promise<string[][]> {
  await page.getByRole('button', { name: 'Copy or export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return cellsOf(download)
}
async function cellsOf(download: Download): Promise<string[][]> {
  const text = await readFile(await download.path(), 'utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  return text
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
        cell!.replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    )
}

test('Stan pastes a list, chooses among several matches, and saves the result', async ({ page }) => {
  await page.goto('/tools')
  await page.getByRole('link', { name: 'Batch search' }).first().click()
  await expectNoBarriers(page)
  await lookUp(page, ...lines)
  await expect(page.getByText('6 lines, 1 blank left out')).toBeVisible()
  await page.getByRole('button', { name: 'Look up 6 lines' }).click()

  await expect(row(page, 'Peggy Jones')).toContainText('B00000004')
  await expect(row(page, 'PEGGY JONES')).toContainText('same as line 1')
  await expect(row(page, 'nobody.at.all@example.net')).toContainText('Not found')
  await expect(page.getByText('2 lines match several people.')).toBeVisible()
  await expectNoBarriers(page)

  await page.getByRole('button', { name: 'Choose for smith.family@example.org' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose the right person' })
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await expectNoBarriers(page)
  await expect(dialog.getByRole('radio', { name: /Mary/ })).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /Robert/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Jose Alvarez')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('0')
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'smith.family@example.org')).toContainText('B00000010')

  await page.getByText(/^Several/).click()
  await expect(row(page, 'smith.family@example.org')).toContainText('Chosen of 2')
  await expect(row(page, 'Jose Alvarez')).toContainText('None of 2')
  await page.getByRole('button', { name: 'Edit the lines' }).click()
  await page.getByRole('button', { name: 'Look up 6 lines' }).click()
  await expect(row(page, 'smith.family@example.org')).toContainText('B00000010')

  await refuseOnce(page, '**/tools/batch_search', 'Save the results')
  const [all] = await Promise.all([save(page, /All 6 lines/), answerProof(page, 'Save the results')])
  expect(all.map((cells) => cells.slice(0, 4))).toEqual([
    ['Line', 'As entered', 'Outcome', 'BUID'],
    ['1', 'Peggy Jones', 'found', 'B00000004'],
    ['3', 'smith.family@example.org', 'chosen among 2', 'B00000010'],
    ['4', 'nobody.at.all@example.net', 'not found', ''],
    ['5', 'PEGGY JONES', 'found', 'B00000004'],
    ['6', 'Jose Alvarez', 'none of the 2 found', ''],
    ['7', `'=HYPERLINK("http://x")`, 'not found', ''],
  ])
  expect((await save(page, /Only the 3 found/)).map((cells) => cells[0])).toEqual(['Line', '1', '3', '5'])
})

test('on a phone the actions are in one row, and the menu has the others', onlyInSoak, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await lookUp(page, 'Peggy Jones')
  await page.getByRole('button', { name: 'Look up 1 line' }).click()
  const more = page.getByRole('button', { name: 'More', exact: true })
  const [menu, record] = [
    await more.boundingBox(),
    await page.getByRole('button', { name: 'Record an event' }).boundingBox(),
  ]
  expect(menu!.y).toBe(record!.y)
  await expect(page.getByRole('button', { name: 'Edit the lines' })).toBeHidden()
  await more.click()
  await expectNoBarriers(page)
  await page.getByRole('menuitem', { name: 'Edit the lines' }).click()
  await expect(page.getByRole('textbox', { name: /one per line/ })).toHaveValue('Peggy Jones')
})

test('leaving the page asks before choices are lost, and stores none of them', onlyInSoak, async ({ page }) => {
  await lookUp(page, 'smith.family@example.org')
  await page.getByRole('button', { name: 'Look up 1 line' }).click()
  await page.getByRole('button', { name: 'Choose for smith.family@example.org' }).click()
  await page.getByRole('radio', { name: /Mary/ }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(row(page, 'smith.family@example.org')).toContainText('B00000007')
  const questions: string[] = []
  page.once('dialog', async (question) => {
    questions.push(question.message())
    await question.dismiss()
  })
  await page.getByRole('link', { name: 'Search' }).first().click()
  await expect(row(page, 'smith.family@example.org')).toContainText('B00000007')
  expect(questions).toEqual([expect.stringContaining('lose your choices')])
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])),
  ).not.toMatch(/smith|B00000007/i)
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('link', { name: 'Search' }).first().click()
  await expect(page).toHaveURL(/alumni_search/)
})

test('leaving the page asks before a pasted list is lost that was not looked up', onlyInSoak, async ({ page }) => {
  await lookUp(page, 'nobody.at.all@example.net')
  page.once('dialog', (question) => {
    expect(question.message()).toContain('lose your list')
    void question.dismiss()
  })
  await page.getByRole('link', { name: 'Search' }).first().click()
  await expect(page.getByRole('textbox', { name: /one per line/ })).toHaveValue('nobody.at.all@example.net')
  expect(
    await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
    ),
  ).not.toContain('nobody')
  await page.getByRole('button', { name: 'Look up 1 line' }).click()
  await expect(row(page, 'nobody.at.all@example.net')).toContainText('Not found')
  await page.getByRole('link', { name: 'Search' }).first().click()
  await expect(page).toHaveURL(/alumni_search/)
})

test('a CSV file asks for its column, too many lines are refused, and typed lines stay', async ({ page }) => {
  await lookUp(page, 'Peggy Jones')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      '\ufeffFull Name,Kontakt\nPeggy,peggy.oneil@example.org\nJosé,jose.alvarez@example.org\n',
      'utf16le',
    ),
  })
  const dialog = page.getByRole('dialog', { name: 'guests.csv' })
  await expect(dialog.getByText('jose.alvarez@example.org')).toBeVisible()
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Add 2 lines' }).click()
  await file.setInputFiles({
    name: 'huge.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x@example.org\n'.repeat(5001)),
  })
  await expect(page.getByText('There are 5,001 lines in this file')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /one per line/ })).toHaveValue(
    'Peggy Jones\npeggy.oneil@example.org\njose.alvarez@example.org',
  )
  await page.getByRole('button', { name: 'Look up 3 lines' }).click()
  await expect(row(page, 'jose.alvarez@example.org')).toContainText('B00000001')
})

test(
  '5,001 pasted lines are refused, and the message says how many there are',
  onlyInSoak,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await lookUp(page)
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      Array.from({ length: 5001 }, (_, at) => `person${at}@example.org`).join('\n'),
    )
    await page.getByRole('textbox', { name: /one per line/ }).press('ControlOrMeta+v')
    await expect(page.getByText('There are 5,001 lines. At most 5,000 can be looked up at once.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Look up 5,001 lines' })).toBeDisabled()
  },
)

test('on a phone', onlyInSoak, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await lookUp(page, ...lines)
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Look up 6 lines' }).click()
  await expect(row(page, 'Peggy Jones')).toContainText('B00000004')
  await expectNoBarriers(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('if the server cannot be reached, a message says so and the lines stay', onlyInSoak, async ({ page }) => {
  await lookUp(page, 'Peggy Jones')
  await page.route('**/tools/batch_search', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Look up 1 line' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was looked up')
  await expect(page.getByRole('textbox', { name: /one per line/ })).toHaveValue('Peggy Jones')
})

test('a viewer has no tools', onlyInSoak, async ({ pageOf }) => {
  const page = await pageOf('viewer')
  await page.goto('/tools/batch_search')
  await expect(page.getByRole('textbox', { name: /one per line/ })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Batch search')
})
