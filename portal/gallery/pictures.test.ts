import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { anonymousVisitor, siteSections } from '@alumni/shared/portal'
import { pictureKinds } from '@alumni/shared/publications/cards'
import { expect, test } from 'vitest'
import { render } from '../src/entry-server.ts'

const institution = { name: 'Bayside University', short_name: 'Bayside', color: '#0b5c5c', logo_url: null }
const site = {
  institution: { ...institution, support_email: 'alumni@bayside.example.edu' },
  origin: 'https://champions.bayside.edu',
  path: '/',
  sections: [...siteSections],
  visitor: anonymousVisitor,
}
const opportunity = (seed: string) => ({
  href: `/opportunities/${seed}`,
  title: seed,
  over: null,
  text: '',
  picture: { kind: 'food', seed, photo: null },
  date: null,
  tag: null,
  note: null,
})
const plain = { ...opportunity('b'), summary: '', html: '', kind: '', where: '', effort: null, closes_on: null }
const listDrawings = (body: string) =>
  [...body.matchAll(/<span class="drawing [a-z]+ ([^"]*)"[^>]*>(.*?)<\/svg>/gs)].map(
    ([, look, svg]) => look!.replace(/svelte-\w+/, '').trim() + svg,
  )

test('an opportunity has the same picture in a list and on its page', async () => {
  const cards = ['a', 'b', 'c'].map(opportunity)
  const where = { places: [], found: '', nearest: null }
  const filter = { values: {}, errors: {} }
  const list = await render({ site, page: 'opportunities/list', props: { cards, where, filter, page: 1, pages: 1 } })
  const props = {
    opportunity: { ...plain, is_open: true, places_left: null, question: null },
    response: null,
    can_respond: false,
    form: filter,
  }
  const [onPage] = listDrawings((await render({ site, page: 'opportunities/detail', props })).body)
  expect(listDrawings(list.body)).toHaveLength(3)
  expect(listDrawings(list.body)[1]).toBe(onPage)
})

test('each kind has a drawing', () => {
  const files = readdirSync(fileURLToPath(new URL('../src/lib/pictures', import.meta.url)))
  expect(files.toSorted()).toEqual(pictureKinds.map((kind) => `${kind}.svg`).toSorted())
})
