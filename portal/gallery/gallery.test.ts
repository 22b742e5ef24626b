import type { FormState, PortalSite, PortalVisitor } from '@alumni/shared/portal'
import { anonymousVisitor, emptyForm, siteSections } from '@alumni/shared/portal'
import { render } from 'svelte/server'
import { describe, expect, test } from 'vitest'
import Gallery from './Gallery.svelte'

const institution = {
  name: 'Bayside University',
  short_name: 'Bayside',
  color: '#0b5c5c',
  logo_url: null,
  support_email: 'alumni@bayside.example.edu',
}

async function gallery({
  form = emptyForm,
  visitor = anonymousVisitor,
}: { form?: FormState; visitor?: PortalVisitor } = {}) {
  const site: PortalSite = {
    institution,
    origin: 'https://champions.bayside.edu',
    path: '/events/homecoming',
    sections: [...siteSections],
    visitor,
  }
  return render(Gallery, { props: { site, form } })
}

const refused: FormState = {
  values: { first_name: '"María" & co', email: 'maria@', ways: ['host', 'welcome'], country: 'MX' },
  errors: { form: 'Someone else has changed this.', email: 'Enter an e-mail address with an @.', ways: 'Choose one.' },
}

test('no part needs a style or script that the Content-Security-Policy refuses', async () => {
  const { head, body } = await gallery({ form: refused })
  expect(head + body).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/)
})

describe('a refused form', () => {
  test('announces the errors first: in the title, and in a summary that has the focus and links to the fields', async () => {
    const { head, body } = await gallery({ form: refused })
    expect(head).toContain('<title>Error: Every part · Bayside</title>')
    const summary = /<div class="summary.*?<\/div>/s.exec(body)![0]
    expect(summary).toContain('tabindex="-1" autofocus')
    expect(summary).toContain('Someone else has changed this.</strong>')
    expect(summary).toContain('href="#email"')
    expect(summary).toContain('href="#ways"')
    expect((await gallery()).body).not.toContain('There is a problem</h2>')
  })

  test('keeps the input, and shows each error beside its field', async () => {
    const { body } = await gallery({ form: refused })
    expect(tagWith(body, 'id="first_name"')).toContain('value="&quot;María&quot; &amp; co"')
    const email = tagWith(body, 'id="email"')
    expect(email).toContain('value="maria@"')
    expect(email).toContain('aria-describedby="email-hint email-error" aria-invalid="true"')
    expect(tagWith(body, 'value="MX" selected')).toContain('<option')
    expect(body.match(/name="ways"[^>]*checked/g)).toHaveLength(2)
  })

  test('has a target for each link of its summary, and unique ids', async () => {
    const { body } = await gallery({ form: refused })
    const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    // Gradients of the same picture share an id.
    const ofFields = ids.filter((id) => !/^p[a-z0-9]{5,7}$/.test(id!))
    expect(new Set(ofFields).size).toBe(ofFields.length)
    for (const name of ['email', 'ways']) expect(ids).toContain(name)
  })
})

test('each field has a label', async () => {
  const { body } = await gallery()
  const fields = [...body.matchAll(/<(?:input|select|textarea)[^>]*\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(fields.length).toBeGreaterThan(12)
  for (const id of fields) expect(body).toContain(`for="${id}"`)
})

test('a person recognized by their device is greeted, and can say that it is someone else', async () => {
  const { body } = await gallery({ visitor: { state: 'recognized', name: 'María' } })
  expect(body).toContain('<bdi>María</bdi>')
  expect(body).toContain('action="/not-you"')
  expect(body).toContain('href="/sign-in"')
  expect(body).not.toContain('href="/profile"')
})

test('a verified person finds their profile and the sign-out', async () => {
  const { body } = await gallery({ visitor: { state: 'verified', name: 'María' } })
  expect(body).toContain('href="/profile"')
  expect(body).toContain('action="/sign-out"')
  expect(body).not.toMatch(/href="\/sign-(?:in|up)"/)
})

test('a shared link has absolute URLs in its preview', async () => {
  const { head } = await gallery()
  expect(head).toContain('<link rel="canonical" href="https://champions.bayside.edu/events/homecoming"/>')
  expect(head).toContain('property="og:image" content="https://champions.bayside.edu/picture.png"')
})

test('the pager keeps the filters of the list', async () => {
  const { body } = await gallery()
  expect(tagWith(body, 'rel="next"')).toContain('href="?kind=a&amp;kind=b&amp;page=5"')
  expect(tagWith(body, 'aria-label="Page 4 of 9"')).toContain('aria-current="page"')
  expect(tagWith(body, 'aria-label="Page 1 of 9"')).toContain('href="?kind=a&amp;kind=b"')
})

test('a date is written in words, in the time zone of its event', async () => {
  const { body } = await gallery()
  expect(body).toContain('Saturday, October 3, 2026, <span class="whole">6–8\u00a0p.m. ET</span>')
  expect(body).not.toMatch(/\bUTC\b/)
})

/** Returns the first tag with these attributes. */
function tagWith(html: string, attributes: string): string {
  return html.match(/<[a-z][^>]*>/g)!.find((tag) => tag.includes(attributes)) ?? ''
}
