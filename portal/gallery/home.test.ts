import {
  anonymousVisitor,
  emptyForm,
  type FormState,
  type PortalVisitor,
  type PropsOf,
  siteSections,
} from '@alumni/shared/portal'
import { signupSteps } from '@alumni/shared/champions/sign-up'
import type { homePage, LeavingNotice } from '@alumni/shared/home'
import { expect, test } from 'vitest'
import { render } from '../src/entry-server.ts'

const institution = {
  name: 'Bayside University',
  short_name: 'Bayside',
  color: '#0b5c5c',
  logo_url: null,
  support_email: 'alumni@bayside.example.edu',
}

const picture = { kind: 'food', seed: 'dinner', photo: null } as const
const plain = { title: '', over: null, text: '', picture, date: null, tag: null, note: null }

async function renderHome({
  form = emptyForm,
  visitor = anonymousVisitor,
  has_google = false,
  notice = null,
  ...cards
}: { form?: FormState; visitor?: PortalVisitor; has_google?: boolean; notice?: LeavingNotice | null } & Partial<
  PropsOf<typeof homePage>
> = {}) {
  const site = { institution, origin: 'https://champions.bayside.edu', path: '/', sections: [...siteSections], visitor }
  const props = {
    notice,
    form,
    has_google,
    next: null,
    suggested: [],
    opportunities: [],
    events: [],
    news: [],
    communities: [],
    ...cards,
  }
  return render({ site, page: 'home', props })
}

test('the home page starts the signup with a form of names and e-mail address that works without scripts', async () => {
  const { body } = await renderHome()
  expect(body).toContain('<form action="/signups" method="post"')
  for (const field of ['step" value="who', 'first_name', 'last_name', 'former_last_name', 'email', 'website'])
    expect(body).toContain(`name="${field}"`)
  expect(body).not.toContain('signup_google')
  expect((await renderHome({ has_google: true })).body).toContain('formaction="/auth/signup_google"')
})

test('the home page says how many steps there are', async () => {
  const { body } = await renderHome()
  expect(body).toContain('Four short steps</h2>')
  expect(body).toMatch(/Step 1 of 4\b/)
  expect(signupSteps).toHaveLength(4)
})

test('a refused form keeps the input and shows its errors', async () => {
  const values = { first_name: 'Rosa', last_name: '', former_last_name: 'Jones', email: 'rosa' }
  const { head, body } = await renderHome({ form: { values, errors: { last_name: 'Enter your last name.' } } })
  expect(head).toContain('<title>Error: Alumni champions')
  expect(body).toContain('href="#last_name"')
  for (const typed of ['Rosa', 'Jones', 'rosa']) expect(body).toContain(`value="${typed}"`)
  expect(body).toMatch(/<details[^>]* open/)
})

test('a verified person is led to their profile instead of the signup', async () => {
  const { body } = await renderHome({ visitor: { state: 'verified', name: 'Rosa' } })
  expect(body).toContain('Welcome back, Rosa')
  expect(body).not.toContain('action="/signups"')
})

test('a returning person sees their next event and two suggestions instead of the introduction', async () => {
  const visitors: [PortalVisitor, string][] = [
    [{ state: 'verified', name: 'Rosa' }, 'Your next event'],
    [{ state: 'recognized', name: 'Rosa', email: 'r•••@e•••.org' }, 'The next event'],
  ]
  const card = (href: string) => ({ ...plain, href, title: `To ${href}` })
  const shown = { next: card('/events/dinner'), suggested: [card('/opportunities/mentor'), card('/events/walk')] }
  for (const [visitor, title] of visitors) {
    const { body } = await renderHome({ visitor, ...shown, events: [card('/events/dinner'), card('/events/concert')] })
    const titles = ['Welcome back, Rosa</h1>', title, 'href="/events/dinner"', 'href="/opportunities/mentor"']
    const places = [...titles, 'href="/events/walk"', 'Coming up', 'href="/events/concert"'].map((text) =>
      body.indexOf(text),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(body.match(/href="\/events\/dinner"/g)).toHaveLength(1)
    expect(body).not.toMatch(/Alumni who lend a hand<|What a champion does|short steps/)
  }
})

test('a person who has signed out, or who was forgotten by this browser, reads so', async () => {
  expect((await renderHome({ notice: 'signed-out' })).body).toContain('You are signed out</p>')
  expect((await renderHome({ notice: 'forgotten' })).body).toContain('This browser no longer remembers you</p>')
  expect((await renderHome()).body).not.toContain('signed out')
})
