import { act, expect, expectNoBarriers, test } from '../fixtures/journey.ts'

const guests = ['B00000201', 'B00000202', 'B00000203', 'B00000204']

test.describe('Stan', () => {
  test.use({ person: 'staff' })

  test('records who came, sees who is already recorded and left out, and undoes it at once or later', async ({
    page,
  }) => {
    const event = `Garden party ${Date.now()}`
    async function record(lines: readonly string[], says: RegExp): Promise<void> {
      await page.goto('/tools/batch_search')
      await page.getByRole('textbox', { name: /one per line/ }).fill(lines.join('\n'))
      await page.getByRole('button', { name: /^Look up/ }).click()
      await page.getByRole('button', { name: 'Record an event' }).click()
      const dialog = page.getByRole('dialog', { name: 'Record an event' })
      await dialog.getByRole('combobox', { name: 'Name of the event' }).fill(event)
      await dialog.getByLabel('Day of the event').fill('2026-10-03')
      await expect(dialog.getByText(says)).toBeVisible()
      await expectNoBarriers(page)
    }
    await record(guests.slice(0, 3), /No one has it yet/)
    await page.getByRole('button', { name: `Record 3 as Event attended: ${event}, October 3` }).click()
    await expect(page.getByText(`3 recorded as Event attended: ${event}, October 3`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Record an event' })).toBeFocused()

    await record([...guests, 'nobody.at.all@example.net'], /3 already have it/)
    await page.getByRole('button', { name: `Record 1 as Event attended: ${event}, October 3` }).click()
    await expect(page.getByText('3 people already had it.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('1 engagement was removed.')).toBeVisible()
    await expectNoBarriers(page)

    await page.getByRole('main').getByRole('link', { name: 'Recorded lists' }).click()
    await page.getByRole('searchbox', { name: /Search lists by event/ }).fill(event)
    await expect(page).toHaveURL(/[?&]q=Garden/)
    await expect(page.getByRole('row', { name: new RegExp(`^${event}.*Undone: 1 engagement`) })).toBeVisible()
    await act(page.getByRole('row', { name: event }), 'Undo 3 engagements…')
    await expectNoBarriers(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Undo 3 engagements' }).click()
    await expect(page.getByRole('row', { name: new RegExp(`^${event}.*Undone: 3 engagements`) })).toContainText(
      'by Stan Okafor',
    )
    await page.goto(`/alumni/${guests[0]}`)
    await expect(page.getByRole('region', { name: 'Engagement' })).toBeVisible()
    await expect(page.getByText(event)).toHaveCount(0)
  })

  test('edits a city and undoes it, from the message and from the changes that wait for the CRM', async ({ page }) => {
    await page.goto('/alumni/B00000213')
    await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible()
    // A failed run may have left it.
    const left = page.getByRole('button', { name: 'Undo City' })
    if (await left.isVisible()) await left.click()
    await expect(left).toBeHidden()
    for (const way of ['message', 'card']) {
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('textbox', { name: 'City' }).fill(`Springfield ${way} ${Date.now()}`)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('City. The change is now waiting for the CRM.').last()).toBeVisible()
      const card = page.getByRole('button', { name: 'Undo City' })
      await expect(card).toBeVisible()
      await expectNoBarriers(page)
      if (way === 'card') await card.click()
      else await page.locator('.mantine-Notifications-root').getByRole('button', { name: 'Undo' }).click()
      await expect(
        page.getByText(way === 'card' ? /^City was restored/ : 'The record is as it was before.'),
      ).toBeVisible()
      await expect(card).toBeHidden()
    }
  })
})

test.describe('Ada', () => {
  test.use({ person: 'admin' })

  test('exports changes together with their file, and nothing is marked without the file', async ({
    page,
    baseURL,
  }) => {
    const reply = await page.request.get('/alumni/B00000214', { headers: { accept: 'application/json' } })
    const { city } = ((await reply.json()) as { alumnus: { city: string | null } }).alumnus
    const edited = await page.request.patch('/alumni/B00000214/contact', {
      data: { city: 'Sunnyside', seen: { city } },
      headers: { origin: baseURL! },
    })
    expect([edited.status(), await edited.text()]).toEqual([200, expect.any(String)])
    await page.goto('/settings/crm/crm_changes?q=B00000214')
    const exportChange = async () => {
      await page.getByRole('main').getByRole('button', { name: 'Export 1 change' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark 1 change exported' })
      await dialog.getByRole('radio', { name: /by hand/ }).check()
      await expectNoBarriers(page)
      await dialog.getByRole('button', { name: 'Export 1 change' }).click()
    }
    await page.route('**/export_batches/*.csv', (route) => route.abort())
    await exportChange()
    await expect(page.getByText('Nothing was exported: 1 change is pending as before.')).toBeVisible()
    await expect(page.getByRole('row', { name: /Sunnyside/ })).toContainText('Pending')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.unroute('**/export_batches/*.csv')
    const [download] = await Promise.all([page.waitForEvent('download'), exportChange()])
    expect(download.suggestedFilename()).toMatch(/^crm-changes-\d+\.csv$/)
    await expect(page.locator('.mantine-Notification-title', { hasText: '1 change exported' })).toBeVisible()
    await expect(page.getByText('No change matches')).toBeVisible()
    await page.locator('.mantine-Notifications-root').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: /Sunnyside/ })).toContainText('Pending')
    await act(page.getByRole('row', { name: /Sunnyside/ }), 'Undo')
    await expect(page.getByText('No change matches')).toBeVisible()
  })
})
