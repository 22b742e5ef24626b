import { anonymousVisitor, emptyForm, type PortalPage, type PortalVisitor, siteSections } from '@alumni/shared/portal'
import { homePage } from '@alumni/shared/home'
import { eventPage } from '@alumni/shared/publications/content'
import { opportunityPage } from '@alumni/shared/publications/opportunities'
import { hubPage } from '@alumni/shared/champions/profile'
import { signInPage } from '@alumni/shared/champions/sign-in'
import { expect, test } from 'vitest'
import { render } from '../src/entry-server.ts'

const institution = {
  name: 'Bayside University',
  short_name: 'Bayside',
  color: '#0b5c5c',
  logo_url: null,
  support_email: 'alumni@bayside.example.edu',
}
const halima: PortalVisitor = { state: 'recognized', name: 'Halima', email: 'h•••@e•••.net' }
const text = { title: 'Homecoming', summary: 'Come back.', html: '' }
const picture = { kind: 'campus', seed: 'homecoming', photo: null }
const event = {
  ...text,
  picture,
  href: '/events/homecoming',
  starts_at: '2026-10-03T22:00:00Z',
  ends_at: '2026-10-04T00:00:00Z',
  time_zone: 'America/New_York',
  venue: null,
  address: null,
  is_online: false,
  link: null,
  community: null,
  going: 0,
  places_left: null,
  max_guests: 2,
  state: 'open',
}
const opportunity = {
  ...text,
  picture,
  href: '/opportunities/mentor',
  kind: 'Mentoring',
  where: 'Boston',
  effort: null,
  closes_on: null,
  is_open: true,
  places_left: null,
  question: null,
}
const answering = { as: null, done: null, said_no: false }
const answered: [PortalPage, object, string][] = [
  [eventPage, { event, mine: null, answering, form: emptyForm }, '/events/homecoming/rsvps'],
  [
    opportunityPage,
    { opportunity, response: null, can_respond: true, answering, form: emptyForm },
    '/opportunities/mentor/responses',
  ],
]
const empty = { next: null, suggested: [], opportunities: [], events: [], news: [], communities: [] }
const pages: [PortalPage, object, string][] = [
  [homePage, { ...empty, form: emptyForm, has_google: false, notice: null }, '/profile'],
  [signInPage, { form: emptyForm, askedFor: null, returnTo: '/news', hasGoogle: false }, '/news'],
]

async function renderPage({ name }: PortalPage, props: object, visitor: PortalVisitor) {
  const site = { institution, origin: 'https://champions.bayside.edu', path: '/', sections: [...siteSections], visitor }
  return (await render({ site, page: name, props })).body
}

test.each(pages)(
  'Halima, who is recognized by her device, answers with one button on %o',
  async (page, props, back) => {
    const body = await renderPage(page, props, halima)
    expect(body).toContain('Welcome back')
    expect(body).toMatch(
      new RegExp(
        `action="/profile-link".*value="${back}".*Send a code to h•••@e•••.net`.replaceAll('.net', '\\.net'),
        's',
      ),
    )
    expect(body).not.toMatch(/New here\?|href="\/sign-up"|Become a champion|action="\/signups"/)
  },
)

test('Halima’s sign-in page has one button and two links, unless her input was refused', async () => {
  const props = { askedFor: null, returnTo: null, hasGoogle: false }
  const body = await renderPage(signInPage, { ...props, form: emptyForm }, halima)
  expect(body.match(/<summary[^>]*>[^<]+/g)?.map((tag) => tag.replace(/.*>/, ''))).toEqual([
    'Use another address',
    'Enter a code',
  ])
  expect(body).not.toMatch(/<details[^>]* open/)
  const form = { values: { email: 'halima' }, errors: { email: 'Enter an e-mail address.' } }
  expect((await renderPage(signInPage, { ...props, form }, halima)).match(/<details[^>]* open/g)).toHaveLength(1)
})

test('a champion stops all e-mails with one button of the profile, which then disappears', async () => {
  const letters = { topics: 'Events', reminders: 'Off' }
  const props = {
    name: 'Halima',
    notice: null,
    is_location_missing: false,
    next: [],
    details: [],
    devices: 0,
    google: null,
  }
  const hub = (letters: object) => {
    const answers = { events: [], opportunities: [], communities: [] }
    return renderPage(hubPage, { ...props, answers, letters }, { state: 'verified', name: 'Halima' })
  }
  expect(await hub(letters)).toMatch(/<form action="\/profile\/letters" method="post">.*Stop all/s)
  expect(await hub({ topics: 'None', reminders: 'Off' })).not.toContain('Stop all')
})

test.each(pages)('an unknown person is told how to start, and offered no code, on %o', async (page, props) => {
  const body = await renderPage(page, props, anonymousVisitor)
  expect(body).toMatch(/href="\/sign-up"|action="\/signups"/)
  expect(body).not.toContain('Send a code')
})

test.each(answered)(
  'Halima answers %o at once, and an unknown person enters a name, an address and consent',
  async (page, props, action) => {
    const known = await renderPage(page, props, halima)
    expect(known).toContain(`action="${action}"`)
    expect(known).not.toMatch(/name="(email|first_name|consent|website)"|Send a code/)
    const unknown = await renderPage(page, props, anonymousVisitor)
    expect(unknown).toContain(`action="${action}"`)
    for (const name of ['reply', 'email', 'first_name', 'last_name', 'consent', 'website'])
      expect(unknown).toContain(`name="${name}"`)
    expect(unknown).not.toContain('Become a champion')
    // The form neither asks for the address of a letter nor shows it.
    const invited = await renderPage(page, { ...props, answering: { ...answering, as: 'token' } }, anonymousVisitor)
    expect(invited).toContain('name="as"')
    expect(invited).not.toContain('name="email"')
  },
)

test.each(answered)('a no on %o without a sign-in mentions that a confirmed yes still counts', async (page, props) => {
  const sentence = 'If you confirmed a yes before, it still counts.'
  const afterNo = (visitor: PortalVisitor, said_no: boolean) =>
    renderPage(page, { ...props, answering: { as: said_no ? 'token' : null, done: 'no', said_no } }, visitor)
  expect(await afterNo(anonymousVisitor, true)).toContain(sentence)
  expect(await afterNo(anonymousVisitor, false)).toContain(sentence)
  expect(await afterNo(halima, false)).not.toContain(sentence)
  expect(await renderPage(page, props, anonymousVisitor)).not.toContain(sentence)
})
