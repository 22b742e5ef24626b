import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  expect,
  expectNoBarriers,
  expectNoBarriersInAnyTheme,
  onlyInSoak,
  portalUrl,
  test,
} from '../fixtures/journey.ts'

test.use({ person: 'admin' })

const photo = fileURLToPath(new URL('../../docs/pictures/alumni-site.jpg', import.meta.url))

test('Ada writes news with a photo, previews, publishes and renames them, and alumni find them at both addresses', async ({
  page,
  browser,
}) => {
  // Unique, because the news item of a previous run may remain.
  const [title, address] = [`Lanterns on the river ${Date.now()}`, `lanterns-${Date.now()}`]
  await page.goto('/settings/content')
  await page.getByRole('main').getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('row', { name: /The class of 2026 moves in.*Scheduled/ })).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'New item' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Summary' }).fill('A hundred of them, and one swan.')
  await page.getByRole('button', { name: 'Upload a photo' }).click({ trial: true })
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await expect(page.getByRole('button', { name: 'Choose another photo' })).toBeVisible()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('It was quiet.')
  await text.selectText()
  await text.press('Control+b')
  await expect(text.locator('strong')).toHaveText('It was quiet.')
  await text.press('Control+End')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const picture = page.getByRole('dialog', { name: 'A picture in the text' })
  await picture.locator('input[type=file]').setInputFiles(photo)
  await expect(picture.getByRole('button', { name: 'Choose another photo' })).toBeVisible()
  await picture.getByRole('textbox', { name: 'What it shows' }).press('Enter')
  await expect(picture.getByText('Describe the picture.')).toBeVisible()
  await picture.getByRole('textbox', { name: 'What it shows' }).fill('A lantern')
  await picture.getByRole('textbox', { name: 'What it shows' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New item' })).toBeVisible()
  await expect(text.getByRole('img', { name: 'A lantern' })).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Describe the photo. People who cannot see it hear these words.')).toBeVisible()
  await page.getByRole('textbox', { name: 'What the photo shows' }).fill('Paper lanterns drift past a boathouse')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Paper lanterns drift past a boathouse' })).toBeVisible()

  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('At a day and time').click()
  await dialog.getByLabel('Publish at').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Schedule it' }).click()
  await expect(dialog.getByText('This time has passed. Choose a later one, or publish it now.')).toBeVisible()
  await expectNoBarriers(page)
  await dialog.getByText('Now', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Publish it' }).click()
  await expect(page.getByRole('link', { name: 'See its page' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByRole('textbox', { name: 'Address of its page' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Address of its page' }).fill(address)
  await expect(page.getByText(/will go to the new address/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()

  const alumna = await (await browser.newContext()).newPage()
  await alumna.goto(`${portalUrl()}/news/${title.toLowerCase().replaceAll(' ', '-')}`)
  await expect(alumna).toHaveURL(`${portalUrl()}/news/${address}`)
  const shown = alumna.getByRole('img', { name: 'Paper lanterns drift past a boathouse' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectNoBarriers(alumna)
  await alumna.context().close()
})

test(
  'the second of two administrators who edit a community keeps what they typed, and sees the other’s text',
  onlyInSoak,
  async ({ page, pageOf }) => {
    const other = await pageOf('admin')
    for (const each of [page, other]) {
      await each.goto('/settings/content/communities?q=beekeepers')
      await each.getByRole('link', { name: 'Beekeepers' }).click()
      await each.getByRole('link', { name: 'Edit' }).click()
      await expect(each.getByRole('textbox', { name: 'Summary' })).toBeVisible()
    }
    await other.getByRole('textbox', { name: 'Summary' }).fill('Who hums on the roof?')
    await other.getByRole('button', { name: 'Save draft' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Beekeepers', exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Summary' }).fill('Ten hives above the books.')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Someone else saved first')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('Ten hives above the books.')
    await expect(page.getByText('Theirs: Who hums on the roof?')).toBeVisible()
    await expectNoBarriers(page)
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByText('Ten hives above the books.')).toBeVisible()
  },
)

test('Ada types bold text and pastes from Word, and alumni read it with the same formatting', async ({
  page,
  browser,
  context,
}) => {
  const reported: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) reported.push(message.text())
  })
  await page.goto('/settings/content/news/new')
  await page.getByRole('textbox', { name: 'Title' }).fill(`Kites over the quad ${Date.now()}`)
  await page.getByRole('textbox', { name: 'Summary' }).fill('Bring string.')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.pressSequentially('It will be ')
  await text.press('Control+b')
  await text.pressSequentially('windy')
  await text.press('Control+b')
  await text.pressSequentially(' & 1 < 2 * 3.')
  await text.press('Enter')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (html) => {
    await navigator.clipboard.write([new ClipboardItem({ 'text/html': new Blob([html], { type: 'text/html' }) })])
  }, ofWord)
  // Chromium parses what the page writes to the clipboard, and reports its styles.
  reported.length = 0
  await text.press('Control+v')
  await expect(text.getByRole('listitem')).toHaveText(['A kite', 'String', 'Come', 'Stay'])
  await expect(text.locator('strong')).toHaveText(['windy', 'String'])

  await text.press('Control+End')
  await text.press('Control+k')
  const link = page.getByRole('dialog', { name: 'Link' })
  await link.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await link.getByRole('button', { name: 'Save link' }).click()
  await expect(link.getByText('Enter an address such as')).toBeVisible()
  await link.getByRole('textbox', { name: 'Address' }).fill('example.edu/quad')
  await link.getByRole('button', { name: 'Save link' }).click()
  await expect(text.getByText('example.edu/quad')).toBeVisible()
  await expect(text).toBeFocused()
  await expectNoBarriersInAnyTheme(page)
  await text.focus()
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).click()
  const address = await page.getByRole('link', { name: 'See its page' }).getAttribute('href')

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(text.locator('strong')).toHaveText(['windy', 'String'])
  await text.press('ArrowDown')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'See its page' })).toBeVisible()

  const alumna = await (await browser.newContext()).newPage()
  await alumna.goto(portalUrl() + new URL(address!).pathname)
  const shown = alumna.getByRole('main')
  await expect(shown.locator('strong')).toHaveText(['windy', 'String'])
  await expect(shown.getByText('It will be windy & 1 < 2 * 3.')).toBeVisible()
  await expect(shown.locator('ul > li').filter({ hasText: 'A kite' })).toBeVisible()
  await expect(shown.locator('ol > li').filter({ hasText: 'Come' })).toBeVisible()
  await expect(shown.getByRole('link', { name: 'example.edu/quad' })).toHaveAttribute(
    'href',
    'https://example.edu/quad',
  )
  expect(reported).toEqual([])
})

const wordItem = (sign: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><!--[endif]-->${text}<o:p></o:p></p>`
const ofWord = `<html><head><style>p { margin: 0 }</style></head><body><!--StartFragment-->
${wordItem('·', 'A kite')}${wordItem('·', '<b>String</b>')}<p class=MsoNormal style='font-size:12pt'>Then:</p>
${wordItem('1.', 'Come')}${wordItem('2.', 'Stay')}<!--EndFragment--></body></html>`

test('a community cannot be published without a summary, and Ada copies the draft and deletes it', async ({ page }) => {
  await page.goto('/settings/content/communities/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Kite flyers')
  await page.getByRole('combobox', { name: 'What its members share' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeHidden()
  await page.getByRole('link', { name: 'Add a summary' }).click()
  await expect(page.getByRole('textbox', { name: 'Summary' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Summary' }).fill('On windy days.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Kite flyers')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Kite flyers' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete this draft…' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('It is deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Communities' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kite flyers' })).toBeHidden()
})

test(
  'a script in a text neither runs nor causes an error, in the form and on the site',
  onlyInSoak,
  async ({ page }) => {
    const alarms: string[] = []
    page.on('dialog', (dialog) => {
      alarms.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) alarms.push(message.text())
    })
    const payloads = JSON.parse(
      readFileSync(new URL('../../server/testing/hostile-markup.json', import.meta.url), 'utf8'),
    ) as string[]
    await page.goto('/settings/content/news/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('</title><script>alert(1)</script>')
    await page.getByRole('textbox', { name: 'Summary' }).fill('"><img src=x onerror=alert(1)>')
    await page.getByRole('textbox', { name: 'Text' }).fill(payloads.join('\n\n'))
    await expect(page.locator('[data-prose]')).toContainText('the end of them')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).click()
    const address = await page.getByRole('link', { name: 'See its page' }).getAttribute('href')
    await page.goto(portalUrl() + new URL(address!).pathname)
    await expect(page.getByText('the end of them')).toBeVisible()
    for (const link of await page.locator('main a[href]').all())
      expect(await link.getAttribute('href')).toMatch(/^(\/|#|https?:|mailto:)/)
    expect(alarms).toEqual([])
  },
)

test('a new draft that is saved again after a lost reply exists once', onlyInSoak, async ({ page }) => {
  const title = `The lock is open ${Date.now()}`
  let isLost = false
  await page.route('**/settings/content/news', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.goto('/settings/content/news/new')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toBeInViewport()
  await page.getByRole('textbox', { name: 'Summary' }).fill('For boats.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goto(`/settings/content/news?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: title })).toHaveCount(1)
})

test(
  'a title of 120 characters is readable on the narrowest phone and fits the window',
  onlyInSoak,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const title = `What ${'remarkable '.repeat(9)}alumni ${Date.now()}`.padEnd(120, '!').slice(0, 120)
    await page.goto('/settings/content/news/new')
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('button', { name: 'Save draft' }).click()
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    expect(await heading.evaluate((h1) => h1.scrollHeight - h1.clientHeight)).toBeLessThanOrEqual(1)
    for (const path of [page.url(), '/settings/content/news']) {
      await page.goto(path)
      await expect(page.getByText(title).last()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  },
)
