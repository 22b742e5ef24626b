import { answerProof, refuseOnce } from '../fixtures/proof.ts'
import { act, expect, expectNoBarriers, onlyInSoak, test } from '../fixtures/journey.ts'

test.use({ person: 'admin' })

test('Ada issues a key, the events app uses it, and Ada rotates and revokes it', async ({ page, playwright }) => {
  await page.goto('/settings/api_keys')
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'New key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Issue the key' }).click()
  await expect(dialog.getByText('Give the key a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Events app')
  await dialog.getByLabel('Owner').fill('events@example.edu')
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Issue the key' }).click()
  const secret = dialog.getByLabel('The new key')
  await expect(secret).toHaveText(/^ars_[0-9A-Za-z]{46}$/)
  await expectNoBarriers(page)
  const key = (await secret.textContent())!
  await dialog.getByRole('button', { name: 'I have saved it' }).click()

  const send = async (by: string, batch_id: string) => {
    const request = await playwright.request.newContext({
      baseURL: process.env.E2E_URL,
      storageState: { cookies: [], origins: [] },
      extraHTTPHeaders: { authorization: `Bearer ${by}` },
    })
    const reply = await request.post('/api/v1/engagements/batch', {
      data: {
        batch_id,
        engagements: [
          {
            buid: 'B00000001',
            activity_code: 'event_attended',
            engagement_date: '2026-10-03',
            description: 'Homecoming',
          },
        ],
      },
    })
    const status = reply.status()
    await request.dispose()
    return status
  }
  expect(await send(key, 'first')).toBe(200)
  await page.reload()
  const row = page.getByRole('row', { name: /Events app/ })
  await expect(row).toContainText('Active')
  await expect(row).not.toContainText(key)
  await expect(row).not.toContainText('Never')

  await act(row, 'Rotate…')
  await dialog.getByRole('button', { name: 'Rotate the key' }).click()
  const next = (await dialog.getByLabel('The new key').textContent())!
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect(row).toContainText('works until')
  expect([await send(key, 'second'), await send(next, 'third')]).toEqual([200, 200])

  await act(row, 'Revoke…')
  await expectNoBarriers(page)
  await refuseOnce(page, '**/settings/api_keys/*', 'Revoke the API key')
  await dialog.getByRole('button', { name: 'Revoke the key' }).click()
  await answerProof(page, 'Revoke the API key')
  await expect(row).toContainText('Revoked')
  expect([await send(key, 'fourth'), await send(next, 'fifth')]).toEqual([401, 401])
})

test(
  'the developers’ page is readable on a phone too, and its examples can be copied complete',
  onlyInSoak,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/api/v1')
    await expect(page.getByRole('heading', { level: 1, name: 'Engagements API' })).toBeVisible()
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Python' }).click()
    await expect(page.getByRole('heading', { name: 'Python' })).toBeInViewport()
    await page.getByRole('button', { name: 'Copy: curl' }).click()
    await expect(page.getByRole('status')).toHaveText('curl is copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl \S+ \\\n {2}-H /)
    await expectNoBarriers(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoBarriers(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
  },
)
