import type { Locator, Page } from '@playwright/test'
import { isSoak } from '@alumni/server/testing/soak'
import { expect, expectNoBarriersInAnyTheme, expectRowNearTop, onlyInSoak, test } from '../fixtures/journey.ts'
import { refuseOnce } from '../fixtures/proof.ts'

// One worker would need longer than all other journeys.
test.describe.configure({ mode: 'parallel' })

type Place = { path: string; title: string; role: 'viewer' | 'staff' | 'admin'; isList?: true }

const places: Place[] = [
  { path: '/alumni_search', title: 'Search alumni', role: 'viewer' },
  { path: '/alumni_search/saved', title: 'Saved searches', role: 'viewer' },
  { path: '/classes', title: 'Classes', role: 'viewer', isList: true },
  { path: '/classes/1850', title: 'Class of 1850', role: 'viewer' },
  { path: '/engagement_stats', title: 'Statistics', role: 'viewer' },
  { path: '/letters', title: 'Letters', role: 'staff', isList: true },
  { path: '/letters/new', title: 'New letter', role: 'staff' },
  { path: '/champion_signups', title: 'Champions', role: 'staff', isList: true },
  { path: '/champion_signups/saved', title: 'Saved searches', role: 'staff' },
  { path: '/champion_signups/linking', title: 'Link signups', role: 'staff' },
  { path: '/tools', title: 'Tools', role: 'staff' },
  { path: '/tools/batch_search', title: 'Batch search', role: 'staff' },
  { path: '/tools/event_converter', title: 'Event converter', role: 'staff' },
  { path: '/tools/recorded_lists', title: 'Recorded lists', role: 'staff' },
  { path: '/champion_signups/duplicates', title: 'Possible duplicates', role: 'staff', isList: true },
  { path: '/champion_signups/merges', title: 'Merged signups', role: 'staff' },
  { path: '/champion_signups/opportunities', title: 'Opportunities', role: 'staff', isList: true },
  { path: '/champion_signups/opportunities/new', title: 'New opportunity', role: 'staff' },
  { path: '/champion_signups/events', title: 'Events', role: 'staff', isList: true },
  { path: '/champion_signups/events/new', title: 'New event', role: 'staff' },
  { path: '/settings', title: 'Settings', role: 'admin' },
  { path: '/settings/content', title: 'News', role: 'admin' },
  { path: '/settings/content/communities', title: 'Communities', role: 'admin', isList: true },
  { path: '/settings/content/communities/new', title: 'New community', role: 'admin' },
  { path: '/settings/content/news', title: 'News', role: 'admin', isList: true },
  { path: '/settings/content/news/new', title: 'New item', role: 'admin' },
  { path: '/settings/imports', title: 'Imports', role: 'admin' },
  { path: '/settings/imports/contacts', title: 'Contacts import', role: 'admin' },
  { path: '/settings/imports/educations', title: 'Educations import', role: 'admin' },
  { path: '/settings/imports/areas-of-study', title: 'Areas of study import', role: 'admin' },
  { path: '/settings/imports/employment', title: 'Employment import', role: 'admin' },
  { path: '/settings/crm/conflicts', title: 'CRM conflicts', role: 'admin' },
  { path: '/settings/crm/crm_changes', title: 'CRM changes', role: 'admin', isList: true },
  { path: '/settings/engagement_activities/import_giving', title: 'Giving import', role: 'admin' },
  { path: '/settings/reports', title: 'Reports', role: 'admin' },
  { path: '/settings/reports/look_alikes', title: 'People who may be the same person', role: 'admin', isList: true },
  { path: '/settings/reports/duplicate_emails', title: 'Duplicate e-mail addresses', role: 'admin', isList: true },
  { path: '/settings/reports/bounced_letters', title: 'Bounced letters', role: 'admin' },
  { path: '/settings/reports/alumni_without_degrees', title: 'Alumni without degrees', role: 'admin', isList: true },
  { path: '/users', title: 'Users', role: 'admin', isList: true },
  { path: '/account', title: 'Your account', role: 'viewer' },
  { path: '/account/welcome', title: 'Welcome, Vera Castillo', role: 'viewer' },
  { path: '/settings/api_keys', title: 'API keys', role: 'admin' },
  { path: '/settings/majors', title: 'Majors', role: 'admin', isList: true },
  { path: '/settings/affinities', title: 'Affinities', role: 'admin', isList: true },
  { path: '/settings/activity_codes', title: 'Activity codes', role: 'admin', isList: true },
  { path: '/settings/colleges', title: 'Colleges', role: 'admin', isList: true },
  { path: '/settings/audit_log', title: 'Audit log', role: 'admin', isList: true },
  { path: '/settings/letters', title: 'Outbox', role: 'admin' },
  { path: '/settings/processes', title: 'Processes and jobs', role: 'admin' },
  { path: '/settings/releases', title: 'Releases', role: 'admin' },
  { path: '/settings/protection', title: 'Protection', role: 'admin' },
]
const phone = { width: 390, height: 844 }
const smallPhone = { width: 320, height: 640 }
const laptop = { width: 1024, height: 768 }
const refusedTo = { viewer: ['staff', 'admin'], staff: ['admin'] }

// The second page of a browser takes half the time of the first one.
for (const role of ['viewer', 'staff', 'admin'] as const)
  for (const few of splitPlaces(places.filter((place) => place.role === role)))
    test.describe('on a phone', () => {
      test.use({ person: role, viewport: phone })
      const titles = few.map(({ title }) => title).join(', ')
      test(`the role ${role} opens these pages without errors, barriers or horizontal scrolling: ${titles}`, async ({
        page,
      }) => {
        const mistakes = mistakesOf(page)
        for (const [i, { path, title, isList }] of few.entries())
          await test.step(path, async () => {
            // Starting the app takes most of the time, so npm test starts it on one page of each group.
            if (isSoak || i === 0) await page.goto(path)
            else await page.evaluate((path) => history.pushState(null, '', path), path)
            await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
            await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
            await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
            await expectNoBarriersInAnyTheme(page)
            for (const size of [phone, smallPhone, laptop]) await expectLayout(page, size)
            if (isList) for (const size of [laptop, phone]) await expectRowNearTop(page, size)
            await page.setViewportSize(phone)
            expect(mistakes).toEqual([])
          })
      })
    })

/** Expects no horizontal scrolling, no title word broken at its hyphen, and each breadcrumb once. */
async function expectLayout(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const hyphenated = (await page.locator('h1').innerText()).match(/\S+-\S+/g) ?? []
  for (const word of hyphenated) expect(await linesOf(page.locator('h1'), word)).toBe(1)
  const crumbs = await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem').allTextContents()
  expect(new Set(crumbs).size).toBe(crumbs.length)
}

function linesOf(element: Locator, word: string): Promise<number> {
  return element.evaluate((heading, word) => {
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const start = texts.currentNode.textContent!.indexOf(word)
      if (start < 0) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, start)
      range.setEnd(texts.currentNode, start + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }
    return 0
  }, word)
}

function splitPlaces(all: Place[]): Place[][] {
  return all.length <= 7 ? [all] : [all.slice(0, 7), ...splitPlaces(all.slice(7))]
}

for (const person of ['viewer', 'staff'] as const) {
  test.describe(`${person}`, () => {
    test.use({ person })
    test(`is refused every page of a higher role, with a message`, async ({ page }) => {
      const refused = places.filter(({ role }) => refusedTo[person].includes(role))
      for (const { path } of refused)
        expect([path, (await page.request.get(path, { headers: { accept: 'text/html' } })).status()]).toEqual([
          path,
          403,
        ])
      await page.goto(refused.at(-1)!.path)
      await expect(page.getByRole('heading', { level: 1, name: 'Not for your role' })).toBeVisible()
      await expect(page.getByText(/^This is open to .+ only\. Ask an administrator/)).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })
  })
}

test('someone who is not signed in is asked to sign in, and then reaches the page they wanted', async ({ page }) => {
  for (const { path } of places) {
    const reply = await page.request.get(path, { headers: { accept: 'text/html' }, maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([302, `/login?return_to=${encodeURIComponent(path)}`])
  }
})

const openings: [what: string, path: string, open: (page: Page) => Promise<void>][] = [
  ['the menu of a row', '/alumni_search?q=smith', (page) => press(page, 'Actions')],
  ['the account', '/alumni_search', (page) => press(page, /your account/)],
  ['the keyboard’s help', '/account', (page) => page.keyboard.press('?')],
  ['the palette', '/alumni_search', (page) => page.keyboard.press('Control+k')],
  ['a form', '/settings/majors', (page) => press(page, 'New major')],
  ['a record', '/users', (page) => page.getByRole('row').nth(1).press('Enter')],
  [
    'a question in a form',
    '/settings/colleges',
    async (page) => {
      await press(page, 'New college')
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('College of Second Thoughts')
      await press(page, 'Cancel')
    },
  ],
  [
    'a proof in a form, which keeps what is typed',
    '/settings/api_keys',
    async (page) => {
      await press(page, 'New key')
      const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
      await name.fill('Events app')
      await refuseOnce(page, '**/settings/api_keys', 'Issue an API key')
      await press(page, 'Issue the key')
      await page.getByLabel('Password', { exact: true }).fill('no')
      await press(page, 'Cancel')
      await expect(name).toHaveValue('Events app')
      await refuseOnce(page, '**/settings/api_keys', 'Issue an API key')
      await press(page, 'Issue the key')
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    },
  ],
]
const similarOpenings: typeof openings = [
  ['the columns of a list', '/alumni_search?q=smith', (page) => press(page, 'Columns')],
  ['the choice of a file', '/alumni_search?q=smith', (page) => press(page, 'Export')],
  ['a select', '/settings/majors', (page) => page.getByRole('combobox', { name: 'College' }).click()],
  [
    'a question',
    '/champion_signups/events?state=draft',
    async (page) => {
      await page.getByRole('row').filter({ hasText: 'Draft' }).getByRole('link').first().click()
      await press(page, 'More actions')
      await page.getByRole('menuitem', { name: /^Delete this draft/ }).click()
    },
  ],
]
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test.describe('opened over a page', () => {
  test.use({ person: 'admin', viewport: laptop })
  for (const [few, details] of [
    [openings.slice(0, 4), {}],
    [openings.slice(4), {}],
    [similarOpenings, onlyInSoak],
  ] as const)
    test(`these have no accessibility barriers: ${few.map(([what]) => what).join(', ')}`, details, async ({ page }) => {
      page.on('dialog', (leave) => leave.accept())
      for (const [what, path, open] of few)
        await test.step(what, async () => {
          await page.goto(path)
          await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await open(page)
          const opened = page.locator('[role=dialog], [role=menu], [role=listbox]').filter({ visible: true })
          await expect(opened.first()).toBeVisible()
          await expect(page.getByRole('dialog').nth(1)).toBeHidden()
          await expectNoBarriersInAnyTheme(page)
          await page.setViewportSize(smallPhone)
          await expectNoBarriersInAnyTheme(page)
          await page.setViewportSize(laptop)
        })
    })
})

test.describe('the menu', () => {
  test.use({ person: 'admin' })
  test('leads only to pages that are tested here', async ({ page }) => {
    const tried = new Set(places.map(({ path }) => path))
    const linked: string[] = []
    for (const path of ['/tools', '/settings', '/settings/imports']) {
      await page.goto(path)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      linked.push(
        ...(await page
          .locator('nav[aria-label="Sections"] li a, main a[href^="/settings/"], main a[href="/users"]')
          .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))),
      )
    }
    expect(linked.length).toBeGreaterThan(30)
    await page.setViewportSize(laptop)
    const settings = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Settings' })
    await expect(settings).toBeInViewport({ ratio: 1 })
    expect(linked.filter((path) => !tried.has(path) && !/batches/.test(path))).toEqual([])
  })
})

test.describe('styles', () => {
  test.use({ person: 'staff' })
  test('of the app override those of its libraries', async ({ page }) => {
    await page.goto('/tools/batch_search')
    const [zone, ours] = await page.locator('.mantine-Dropzone-root').evaluate((element) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.backgroundColor = 'var(--sunken)'
      return [element, probe].map((each) => getComputedStyle(each).backgroundColor)
    })
    expect(zone).toBe(ours)
  })
})

function mistakesOf(page: Page): string[] {
  const mistakes: string[] = []
  page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
  page.on('pageerror', (error) => mistakes.push(error.message))
  return mistakes
}
