import type { Page } from '@playwright/test'
import { openLink, signUpOnOnePage, type MessagesTo } from '../fixtures/champion.ts'
import { expect, expectNoBarriers, onlyInSoak, portalUrl, test } from '../fixtures/journey.ts'
import { variants } from '../fixtures/variants.ts'

const main = (page: Page) => page.getByRole('main')
async function signUpAsNora(page: Page, messagesTo: MessagesTo, address: string): Promise<void> {
  await signUpOnOnePage(page, messagesTo, 'Nora', address)
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Nora' })).toBeVisible()
}

const change = (page: Page, what: string) =>
  main(page)
    .getByRole('link', { name: `Change ${what}` })
    .click()
const statusOf = (page: Page) => main(page).getByRole('status')

const ways = [
  { mode: 'with JavaScript', javaScriptEnabled: true, viewport: { width: 1280, height: 800 } },
  { mode: 'on a phone without JavaScript', javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
] as const

for (const { mode, javaScriptEnabled, viewport } of variants('on a phone without JavaScript', ways))
  test.describe(mode, () => {
    test.use({ javaScriptEnabled, viewport })

    test('Nora corrects her profile, changes her address, reads all her data, and deletes it', async ({
      page,
      messagesTo,
    }) => {
      const address = `nora.${crypto.randomUUID().slice(0, 8)}@example.org`
      // axe needs the timers of the page.
      const expectOpen = () => (javaScriptEnabled ? expectNoBarriers(page) : undefined)
      const isFlat = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
      await signUpAsNora(page, messagesTo, address)
      await expect(page.getByRole('heading', { name: 'What you can do next' })).toBeVisible()
      await expectOpen()
      expect(await isFlat()).toBe(true)

      await change(page, 'phone')
      await main(page).getByLabel('Phone number').fill('none')
      await main(page).getByRole('button', { name: 'Save contact details' }).click()
      await expect(page.getByRole('alert')).toContainText('Enter a phone number')
      await expect(main(page).getByLabel('Phone number')).toHaveValue('none')
      await expectOpen()
      await main(page).getByLabel('Phone number').fill('617 555 0123')
      await main(page).getByRole('button', { name: 'Save contact details' }).click()
      await expect(statusOf(page)).toContainText('Your contact details are saved')
      await expect(statusOf(page)).toBeInViewport()
      await expect(main(page).getByText('617 555 0123')).toBeInViewport()
      await expect(main(page).getByText('617 555 0123')).toBeVisible()

      await change(page, 'where you live')
      await main(page).getByLabel('Country').selectOption({ label: 'Ireland' })
      await expect(main(page).getByLabel('ZIP code')).toBeHidden()
      await main(page).getByLabel('City or town').fill('Dublin')
      await main(page).getByLabel('Postal code').fill('D02 F205')
      await expectOpen()
      await main(page).getByRole('button', { name: 'Save location' }).click()
      await expect(main(page).getByText('D02 F205 Dublin')).toBeVisible()

      await change(page, 'ways to help')
      await main(page).getByText('Mentor a student or a recent graduate').click()
      await main(page).getByLabel('Year of your degree').fill('2009')
      await expectOpen()
      await main(page).getByRole('button', { name: 'Save interests' }).click()
      await expect(main(page).getByText('Mentor a student or a recent graduate')).toBeVisible()

      await change(page, 'e-mail address')
      await main(page).getByLabel('New e-mail address').fill(`new.${address}`)
      await main(page).getByRole('button', { name: 'Send the link' }).click()
      await expect(main(page).getByText('Check your new e-mail address')).toBeVisible()
      await expectOpen()
      await openLink(page, messagesTo, `new.${address}`, 'Confirm')
      await expectOpen()
      await main(page).getByRole('button', { name: 'Confirm this address' }).dblclick()
      await expect(statusOf(page)).toContainText('Your new e-mail address is confirmed')
      await expect(main(page).getByText(`new.${address}`)).toBeVisible()

      await page.getByRole('link', { name: 'See the devices that remember you' }).click()
      await expect(main(page).getByText('No device remembers you')).toBeVisible()
      await expectOpen()

      await page.goto(`${portalUrl()}/profile/data`)
      await expect(main(page).getByText(`new.${address}`).first()).toBeVisible()
      await expectOpen()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        main(page).getByRole('link', { name: 'Download the file' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('champion-data.json')

      await page.goto(`${portalUrl()}/profile/delete`)
      expect(await isFlat()).toBe(true)
      await main(page).getByRole('button', { name: 'Delete my signup' }).click()
      await expect(page.getByRole('alert')).toContainText('Check the box')
      await expectOpen()
      await main(page).getByText('Yes, I want to delete my signup').click()
      await main(page).getByRole('button', { name: 'Delete my signup' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your signup is deleted' })).toBeVisible()
      await expectOpen()
      await page.goto(`${portalUrl()}/profile`)
      await expect(page).toHaveURL(/\/sign-in/)
      await expect
        .poll(async () => (await messagesTo(`new.${address}`)).map(({ subject }) => subject))
        .toContainEqual(expect.stringContaining('is deleted'))
    })
  })

for (const { mode, javaScriptEnabled, viewport } of variants('with JavaScript', ways))
  test.describe(mode, () => {
    test.use({ javaScriptEnabled, viewport })

    test(
      'Nora saves in two tabs, and the second tab shows the saved values and keeps what she typed',
      onlyInSoak,
      async ({ page, context, messagesTo }) => {
        await signUpAsNora(page, messagesTo, `nora.${crypto.randomUUID().slice(0, 8)}@example.org`)
        const other = await context.newPage()
        await page.goto(`${portalUrl()}/profile/contact`)
        await other.goto(`${portalUrl()}/profile/contact`)
        await main(page).getByLabel('First name').fill('Eleanor')
        await main(page).getByRole('button', { name: 'Save contact details' }).click()
        await expect(statusOf(page)).toBeVisible()
        await main(other).getByLabel('First name').fill('Honora')
        await main(other).getByRole('button', { name: 'Save contact details' }).click()
        await expect(main(other).getByText('These details are saved now')).toBeVisible()
        await expect(main(other).getByText('Eleanor')).toBeVisible()
        await expect(main(other).getByLabel('First name')).toHaveValue('Honora')
        if (javaScriptEnabled) await expectNoBarriers(other)
        await main(other).getByRole('button', { name: 'Save contact details' }).click()
        await expect(other.getByRole('heading', { level: 1, name: 'Hello, Honora' })).toBeVisible()
      },
    )
  })
