import { emailPage } from '@alumni/shared/champions/profile'
import { anonymousVisitor, emptyForm, problemPage, type PortalSite, siteSections } from '@alumni/shared/portal'
import { expect, test } from 'vitest'
import { render } from '../src/entry-server.ts'

const site: PortalSite = {
  institution: {
    name: 'Bayside University',
    short_name: 'Bayside',
    color: '#0b5c5c',
    logo_url: null,
    support_email: 'alumni@bayside.example.edu',
  },
  origin: 'https://champions.bayside.edu',
  path: '/x',
  sections: [...siteSections],
  visitor: anonymousVisitor,
}
const bodyOf = async ({ name }: { name: string }, props: object) => (await render({ site, page: name, props })).body

test.each([
  [403, 'This page is not open to you'],
  [404, 'We cannot find that page'],
  [413, 'That is too large'],
  [429, 'Please wait, then try again'],
  [503, 'The service is busy'],
  [500, 'Something went wrong on our side'],
])('the heading of error %i says what happened', async (status, heading) => {
  expect(await bodyOf(problemPage, { status, message: 'A sentence.' })).toContain(`${heading}</h1>`)
})

test('a heading never breaks inside “e-mail”', async () => {
  const body = await bodyOf(emailPage, { form: emptyForm, email: 'ana@example.org', sent_to: null })
  expect(body).toMatch(/<h1>.*<span class="whole">e-mail<\/span>.*<\/h1>/)
})
