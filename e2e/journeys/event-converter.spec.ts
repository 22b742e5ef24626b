import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectNoBarriers, password, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'staff' })

const exportOf = (name: string) => join(import.meta.dirname, `../../desktop/src/converter/testing/exports/${name}.csv`)

async function drop(page: Page, file: string | { name: string; content: string }): Promise<void> {
  const dropped =
    typeof file === 'string' ? file : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.content) }
  await page.locator('input[type=file]').setInputFiles(dropped)
}

test('Stan drops a list from Eventbrite, chooses among several people, and records each attendee once', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/matches')) asked.push(request.postData() ?? '')
  })
  await page.goto('/tools')
  await page.getByRole('link', { name: 'Event converter' }).first().click()
  await drop(page, exportOf('eventbrite'))
  await expect(page.getByText('10 lines in the file = 2 + 1 + 2 + 5')).toBeVisible()
  await expect(page.getByText('Eventbrite · 2 KB · 10 lines')).toBeVisible()
  await expectNoBarriers(page)

  const mary = page.getByRole('radiogroup', { name: 'Mary Smith' })
  await expect(page.getByText('1 name matches one person.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose that person' }).click()
  await expect(mary.getByRole('radio', { name: /Mary/ })).toBeChecked()
  await expect(page.getByText('1 person was chosen by name. You can still change each choice.')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('10 lines in the file = 2 + 1 + 2 + 5')).toBeVisible()
  await mary.getByRole('radio', { name: /Robert/ }).click()
  await expect(page.getByText('10 lines in the file = 3 + 1 + 2 + 4')).toBeVisible()
  await mary.getByRole('radio', { name: /Mary/ }).click()
  await page.getByRole('switch', { name: 'Attending', exact: true }).check({ force: true })
  await expect(page.getByText('10 lines in the file = 3 + 1 + 1 + 5')).toBeVisible()

  await page.getByRole('button', { name: 'Record 3 as Event attended' }).click()
  await expect(page.getByText('Enter the name of the event.')).toBeVisible()
  const event = `Gala ${Date.now()}`
  await page.getByLabel('Name of the event').fill(event)
  await page.getByLabel('Day of the event').fill('2026-10-03')
  await page.getByRole('button', { name: `Record 3 as Event attended: ${event}, October 3` }).click()
  await expect(page.getByText('3 engagements recorded')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('3 engagements were removed.')).toBeVisible()
  await page.getByRole('button', { name: `Record 3 as Event attended: ${event}, October 3` }).click()
  await expect(page.getByText('3 engagements recorded')).toBeVisible()
  await expect(page.getByRole('button', { name: 'All recorded' })).toBeDisabled()
  await expectNoBarriers(page)

  // The page must not send names, answers or amounts.
  expect(asked.join()).toContain('peggy.oneil@example.org')
  expect(asked.join()).not.toMatch(/O'Neil|Vegan|25\.00|sam\.gone|tom\.buyer/)
  await page.goto('/alumni/B00000004')
  await expect(page.getByRole('region', { name: 'Engagement' }).getByText(event)).toHaveCount(1)
})

test(
  'Stan finds the person behind another address by the name on the page, which is sent only when he looks it up',
  onlyInSoak,
  async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    await page.goto('/tools/event_converter')
    await drop(page, {
      name: 'reunion.csv',
      content:
        'Event Name,Event Date,Name,Email,Attended\nReunion,2026-10-03,Pegy Oneil,pegy@elsewhere.example,yes\nReunion,2026-10-03,Xaver Unbekannt,xaver@elsewhere.example,yes\n',
    })
    await expect(page.getByText('2 lines in the file = 0 + 0 + 0 + 2')).toBeVisible()
    await page.getByRole('button', { name: 'Find Pegy Oneil' }).click()
    const box = page.getByLabel('Name, e-mail address or BUID to look up')
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('Pegy Oneil')
    await expectNoBarriers(page)
    expect(sent.join()).not.toMatch(/Pegy Oneil|Xaver/)
    await box.press('Enter')
    const people = page.getByRole('radiogroup', { name: 'Who is Pegy Oneil?' })
    await people.getByRole('radio', { name: /Peggy/ }).first().check()
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Choose', exact: true }).click()
    await expect(page.getByText('2 lines in the file = 1 + 0 + 0 + 1')).toBeVisible()
    await expect(page.getByText(/^Recorded as .*Peggy/)).toBeVisible()
    expect(sent.join()).toContain('Pegy Oneil')
    expect(sent.join()).not.toContain('Xaver')

    await page.getByRole('button', { name: 'Find Xaver Unbekannt' }).click()
    await box.press('Enter')
    await expect(page.getByText('No one on file has this name or a similar one.')).toBeVisible()
    await page.getByRole('button', { name: 'Leave Pegy Oneil unmatched' }).click()
    await expect(page.getByText('2 lines in the file = 0 + 0 + 0 + 2')).toBeVisible()
  },
)

test('the files of a Zoom webinar are saved with escaped formulas, and the event and its day come from the report', async ({
  page,
}) => {
  await page.goto('/tools/event_converter')
  await drop(page, exportOf('zoom-webinar'))
  await expect(page.getByLabel('Name of the event')).toHaveValue('Careers in Medicine')
  await expect(page.getByLabel('Day of the event')).toHaveValue('2025-03-22')
  await expect(page.getByRole('switch', { name: 'Panelist' })).not.toBeChecked()
  const downloads: Record<string, string> = {}
  page.on('download', async (download) => {
    downloads[download.suggestedFilename()] = await readFile(await download.path(), 'utf8')
  })
  await page.getByRole('button', { name: /^Export \d+ lines$/ }).click()
  await expect
    .poll(() => Object.keys(downloads).toSorted())
    .toEqual(['zoom-webinar-engagements.csv', 'zoom-webinar-unmatched.csv'])
  expect(downloads['zoom-webinar-engagements.csv']).toContain('B00000004,event_attended,2025-03-22,Careers in Medicine')
  expect(downloads['zoom-webinar-unmatched.csv']).toContain('20,No e-mail address,16175551234')
})

test('an unknown header is asked about once and without amounts, and an ambiguous day is asked about too', async ({
  page,
}) => {
  await page.goto('/tools/event_converter')
  const guests = {
    name: 'guests.csv',
    content:
      'Who,Contact e-mail,Paid,Turned up?,When\nPeggy,peggy.oneil@example.org,25.00,yes,03/04/2026\nSam,sam@example.org,25.00,no,03/04/2026\n',
  }
  await drop(page, guests)
  const form = page.getByRole('heading', { name: 'Which column is which?' })
  await expect(form).toBeVisible()
  await expect(page.getByText('25.00')).toHaveCount(0)
  await expectNoBarriers(page)
  for (const [label, column] of [
    ['Attendance', 'Turned up?'],
    ['Day of the event', 'When'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: column }).click()
  }
  await page.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('button', { name: 'April 3, 2026' }).click()
  await expect(page.getByLabel('Day of the event')).toHaveValue('2026-04-03')
  await page.getByRole('button', { name: 'Another file' }).click()
  await drop(page, guests)
  await expect(page.getByText('2 lines in the file = 1 + 0 + 1 + 0')).toBeVisible()
  await expect(form).toBeHidden()
  // The stored column choices reveal neither headers nor people.
  expect(await page.evaluate(() => localStorage.getItem('event-converter-mappings'))).toMatch(
    /^{"[0-9a-f]{32}":{("\w+":\d,?)+}}$/,
  )
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await expect(form).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  await drop(page, { name: 'list.xlsx', content: 'PK\u0003\u0004' })
  await expect(page.getByRole('alert')).toContainText('This is an Excel workbook')
})

test(
  'on a phone, a server that cannot be reached is reported, and recording continues where it stopped',
  onlyInSoak,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/tools/event_converter')
    await drop(page, exportOf('localist'))
    await expect(page.getByText('3 lines in the file = 2 + 0 + 1 + 0')).toBeVisible()
    await expectNoBarriers(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.route('**/event_converter/lists', (route) =>
      route.fulfill({ status: 403, json: { error: 'Your role was changed.' } }),
    )
    await page.getByRole('button', { name: /^Record 2 as Event attended/ }).click()
    await expect(page.getByText('Your role was changed.')).toBeVisible()
    await page.unroute('**/event_converter/lists')
    await page.getByRole('button', { name: /^Record 2 as Event attended/ }).click()
    await expect(page.getByText('2 engagements recorded')).toBeVisible()
  },
)

const list = (name: string, ...people: string[]) => ({ name, content: `Email,Name,Attended\n${people.join('\n')}\n` })
const gala = list('gala.csv', 'peggy.oneil@example.org,Peggy O’Neil,yes', 'jose.alvarez@example.org,José Álvarez,yes')
const picnic = list('picnic.csv', 'peggy.oneil@example.org,Peggy O’Neil,yes')

test('Stan chooses the header of a list that has none or has it on another line', onlyInSoak, async ({ page }) => {
  await page.goto('/tools/event_converter')
  await drop(page, {
    name: 'bare.csv',
    content: 'Peggy O’Neil;peggy.oneil@example.org\nJosé Álvarez;jose.alvarez@example.org\n',
  })
  const header = page.getByRole('combobox', { name: 'Line with the column names' })
  await expect(header).toHaveValue('None: every line is a person')
  await expectNoBarriers(page)
  await header.click()
  await page.getByRole('option', { name: 'Line 1: Peggy' }).click()
  await expect(page.getByRole('columnheader', { name: 'Peggy O’Neil' })).toBeVisible()
  await header.click()
  await page.getByRole('option', { name: 'None' }).click()
  await expect(page.getByRole('columnheader', { name: 'Column 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByText('2 lines in the file = 2 + 0 + 0 + 0')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('event-converter-mappings'))).toBeNull()

  await page.getByRole('button', { name: 'Another file' }).click()
  await drop(page, { name: 'names.csv', content: 'Name;Year\nPeggy O’Neil;2012\n' })
  await page.getByText('No e-mail addresses').waitFor()
  await page.locator('form').getByRole('link', { name: 'batch search' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch search' })).toBeVisible()
})

test('a lookup waits for a lost server or leads to the sign-in, and the file stays', onlyInSoak, async ({ page }) => {
  await page.goto('/tools/event_converter')
  await page.route('**/event_converter/matches', (route) => route.abort('connectionreset'))
  await drop(page, gala)
  await expect(page.getByText('Waiting for the server')).toBeVisible()
  await expect(page.getByText('gala.csv')).toBeVisible()
  await expectNoBarriers(page)
  const attempt = page.waitForRequest('**/event_converter/matches')
  await page.getByRole('button', { name: 'Try now' }).click()
  await attempt
  // The lookup also retries by itself, which would remove the button before the click.
  await page.unroute('**/event_converter/matches')
  await expect(page.getByText('2 lines in the file = 2 + 0 + 0 + 0')).toBeVisible()

  await page.getByRole('switch', { name: 'yes' }).uncheck({ force: true })
  await expect(page.getByText('2 lines in the file = 0 + 0 + 2 + 0')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('switch', { name: 'yes' }).click({ force: true })
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('2 lines in the file = 2 + 0 + 0 + 0')).toBeVisible()
  await expect(page.getByText('gala.csv')).toBeVisible()
})

test(
  'during the only batch the button, the progress and closing the window show that recording is under way',
  onlyInSoak,
  async ({ page }) => {
    const answer = Promise.withResolvers<void>()
    await page.goto('/tools/event_converter')
    await drop(page, gala)
    const event = `Gala ${Date.now()}`
    await page.getByLabel('Name of the event').fill(event)
    await page.getByLabel('Day of the event').fill('2026-10-03')
    await page.route('**/event_converter/lists', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('button', { name: /^Record 2 as/ }).click()
    // It has no width at 0 %.
    await expect(page.getByRole('progressbar', { name: 'Recording engagements' })).toBeAttached()
    await expect(page.getByRole('button', { name: /^Record 2 as/ })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Another file' })).toHaveCount(0)
    const asked = page.waitForEvent('dialog')
    const closing = page.evaluate(() => void location.reload()).catch(() => undefined)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closing
    answer.resolve()
    await expect(page.getByText('2 engagements recorded')).toBeVisible()
  },
)

test(
  'a second file replaces the first one, and two files or a folder are refused with the reason',
  onlyInSoak,
  async ({ page }) => {
    const dropOn = async (selector: string, ...files: { name: string; content: string }[]) => {
      const dropped = await page.evaluateHandle((all) => {
        const transfer = new DataTransfer()
        for (const { name, content } of all) transfer.items.add(new File([content], name, { type: 'text/csv' }))
        return transfer
      }, files)
      await page.locator(selector).dispatchEvent('drop', { dataTransfer: dropped })
    }
    await page.goto('/tools/event_converter')
    const refused = page.getByRole('alert').filter({ hasText: 'Drop one file at a time' })
    const zone = ':has(> input[type=file])'
    await dropOn(zone, gala, picnic)
    await expect(refused).toBeVisible()
    await refused.getByRole('button').click()
    await expect(refused).toBeHidden()
    await dropOn(zone, gala)
    await expect(page.getByText('2 lines in the file = 2 + 0 + 0 + 0')).toBeVisible()
    await dropOn('h1', gala, picnic)
    await expect(refused).toBeVisible()
    await dropOn('h1', picnic)
    await expect(page.getByText('1 line in the file = 1 + 0 + 0 + 0')).toBeVisible()
    await expect(page.getByText('picnic.csv')).toBeVisible()
  },
)
