import { anonymous, problemPage, type PortalSite } from '@alumni/shared/portal'
import { codePage } from '@alumni/shared/champions/sign-in'
import { newsPage } from '@alumni/shared/publications/content'
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
  visitor: anonymous,
}
const bodyOf = async ({ name }: { name: string }, props: object) => (await render({ site, page: name, props })).body

test('“e-mail” is not torn in a heading, and stays as it is in text', async () => {
  const form = { values: {}, errors: {} }
  const props = { form, email: 'a-b@c-d.org', isMasked: false, keepMeSignedIn: false, returnTo: null, mailbox: null }
  const body = await bodyOf(codePage, { ...props, secondsToWait: 0 })
  expect(body).toContain('Check your <span class="whole">e-mail</span></h1>')
  expect(body.replaceAll(/<wbr\/?>|<!--.*?-->/g, '')).toContain('>a-b@c-d.org</strong>')
  expect(body.match(/class="whole"/g)).toHaveLength(1)
})

test('nor is a word of what staff have written; one that no phone has room for may break', async () => {
  const html =
    '<h2 id="x-y">A <a href="/a-b" title="1 > a-b">well-known</a> &amp; Kardashian-Wolfeschlegel</h2><p>by-line</p>'
  const picture = { kind: 'campus', seed: 'a-b', photo: null }
  const news = { href: '/news/a-b', title: 'Co-op <b>-x-y', summary: 'x', html, author: null, picture, community: null }
  const body = await bodyOf(newsPage, { news: { ...news, published_at: '2026-10-03T12:00:00Z' }, more: [] })
  expect(body).toContain('<span class="whole">Co-op</span> &lt;b>-<span class="whole">x-y</span></h1>')
  expect(body).toContain(
    '<h2 id="x-y">A <a href="/a-b" title="1 > a-b"><span class="whole">well-known</span></a> &amp; Kardashian-Wolfeschlegel</h2><p>by-line</p>',
  )
})

test('a page without such a word is as it was', async () => {
  expect(await bodyOf(problemPage, { status: 404, message: 'A by-line.' })).not.toContain('class="whole"')
})

test.each([
  [403, 'This page is not open to you'],
  [404, 'We cannot find that page'],
  [413, 'That is too large'],
  [429, 'Too many requests'],
  [503, 'The service is busy'],
  [500, 'Something went wrong on our side'],
])('an error %i is headed by what happened', async (status, heading) => {
  expect(await bodyOf(problemPage, { status, message: 'A sentence.' })).toContain(`${heading}</h1>`)
})
