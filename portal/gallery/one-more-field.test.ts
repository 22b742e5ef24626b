import { afterAll, expect, test, vi } from 'vitest'
import type { SignupField } from '@alumni/shared/champions/fields'
import { anonymousVisitor, emptyForm, siteSections } from '@alumni/shared/portal'

// The site with one more signup field, declared only here.
vi.resetModules()
afterAll(() => vi.resetModules())
const { signupFields } = await import('@alumni/shared/champions/fields')
const { first_name } = signupFields
const pronouns: SignupField = {
  ...first_name,
  label: 'Pronouns',
  form: { hint: 'As others should speak of you', optional: true, width: 10 },
}
Object.assign(signupFields, { pronouns })
const { render } = await import('../src/entry-server.ts')

const institution = {
  name: 'Bayside University',
  short_name: 'Bayside',
  color: '#0b5c5c',
  logo_url: null,
  support_email: 'alumni@bayside.example.edu',
}
const site = {
  institution,
  origin: 'https://champions.bayside.edu',
  path: '/',
  sections: [...siteSections],
  visitor: anonymousVisitor,
}
const choices = { countries: [], colleges: [], affinities: [] }
const form = { values: { pronouns: 'she' }, errors: { pronouns: 'Your pronouns are too long.' } }

test.each([
  ['home', { notice: null, has_google: false, opportunities: [], events: [], news: [], communities: [] }],
  ['sign-up', { has_google: false, choices }],
  ['signup/step', { step: 'who', is_change: true, choices }],
  ['profile/edit', { group: 'contact', seen: '', changed: [], choices }],
])('the form of %s has the new field', async (page, props) => {
  const { body } = await render({ site, page, props: { ...props, form } })
  expect(body).toMatch(/>Pronouns(<!--[^>]*-->)?<span class="optional"> \(optional\)<\/span>/)
  expect(body).toMatch(/<input[^>]* name="pronouns"[^>]* value="she"/)
  expect(body).toContain('As others should speak of you')
  expect(body).toContain('Your pronouns are too long.')
})

test('the steps of other answers do not have the new field', async () => {
  const props = { step: 'where', is_change: false, form: emptyForm, choices }
  expect((await render({ site, page: 'signup/step', props })).body).not.toContain('pronouns')
})
