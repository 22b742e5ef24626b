import { readFile } from 'node:fs/promises'
import { communityPage, eventPage, newsPage } from '@alumni/shared/publications/content'
import { opportunityPage } from '@alumni/shared/publications/opportunities'
import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildContentStory } from '../testing/content-story.ts'
import { renderMarkdown } from './markdown.ts'

const payloads = JSON.parse(
  await readFile(new URL('../../../testing/hostile-markup.json', import.meta.url), 'utf8'),
) as string[]
const { as, db, visitor } = await buildContentStory()
const ada = await as('admin')

test.each(payloads)('%s is rendered without scripts, foreign files and disguised links', (payload) => {
  for (const text of [payload, `**${payload}**`, `- ${payload}`, `> ${payload}`, `[${payload}](https://example.org)`])
    expect([text, dangersIn(renderMarkdown(text))]).toEqual([text, []])
})

const text = { slug: '', picture: 'campus', photo: null, photo_alt: '' }
const all = payloads.join('\n\n')
const line = '"><script>alert(1)</script>\u202e'
const written = { ...text, title: line, summary: line, body: all }

test.each([
  ['/settings/content/communities', { kind: 'interest' }, '/communities', communityPage],
  ['/settings/content/news', { author: line, community_id: null, ends: null }, '/news', newsPage],
  [
    '/champion_signups/events',
    {
      community_id: null,
      starts: '2099-07-01T18:00',
      ends: '2099-07-01T20:00',
      time_zone: 'UTC',
      venue: line,
      address: 'javascript:alert(1)',
      is_online: true,
      places: null,
      max_guests: 0,
    },
    '/events',
    eventPage,
  ],
  [
    '/champion_signups/opportunities',
    { kind: 'hosting', place: line, is_remote: false, effort: line, question: line, places: null, closes_on: null },
    '/opportunities',
    opportunityPage,
  ],
] as const)('text that someone wrote at %s is as safe for staff as for alumni', async (home, fields, site, page) => {
  const reply = await ada.post(home, { ...written, ...fields })
  const { id } = reply.json()
  expect(reply.statusCode).toBe(201)
  await ada.post(`${home}/${id}/moves`, { move: 'publish' })
  const props = JSON.stringify(propsOf(await visitor.visit(`${site}/${id}`), page))
  const [, html] = /"html":("(?:[^"\\]|\\.)*")/.exec(props)!
  expect(dangersIn(JSON.parse(html!) as string)).toEqual([])
})

const ofNews = { author: '', community_id: null, ends: null }
const saveNews = (body: string) => ada.post('/settings/content/news', { ...written, title: 'Body', body, ...ofNews })
const refusalOf = async (body: string) => (await saveNews(body)).json<{ fields?: { body?: string } }>().fields?.body

test('the news feed has nothing that can run', async () => {
  const { body } = await visitor.get('/news/feed.atom', { headers: { accept: '*/*' } })
  for (const [, content] of body.matchAll(/<content type="html"><!\[CDATA\[(.*?)\]\]><\/content>/gs))
    expect(dangersIn(content!)).toEqual([])
})

const elements = new Set(
  'h2 h3 h4 p ul ol li blockquote strong em del a br hr code pre table thead tbody tr th td img'.split(' '),
)

function dangersIn(html: string): string[] {
  const found: string[] = []
  const look = (node: DefaultTreeAdapterTypes.Node): void => {
    if (tree.isElementNode(node)) {
      if (!elements.has(node.tagName)) found.push(node.tagName)
      for (const { name, value } of node.attrs) {
        if (name === 'href' ? !/^(https?:\/\/|mailto:|\/(?!\/)|#)/.test(value) : !['start'].includes(name))
          found.push(`${node.tagName} ${name}=${value.slice(0, 60)}`)
      }
    }
    if (tree.isCommentNode(node)) found.push('a comment')
    if ('childNodes' in node) for (const child of node.childNodes) look(child)
  }
  look(parseFragment(html))
  return found
}

test.each([
  ['quotes', '> '.repeat(4000)],
  ['lists', '- '.repeat(4000)],
  ['numbered lists', `Agenda:\n${'1. '.repeat(4000)}`],
  ['emphasis', '*a '.repeat(4000)],
  ['emphasis after brackets', '(*a '.repeat(4000)],
  ['emphasis with lone marks between', '*a * '.repeat(4000)],
  ['tags', '<ul><li>'.repeat(1200)],
  ['tables', '<table><tr><td>'.repeat(40)],
  ['bold', `${'**a '.repeat(1000)}${' b**'.repeat(1000)}`],
])('thousands of nested %s are refused', async (_, text) => {
  expect(await refusalOf(text)).toMatch(/^Quotes, lists and emphasis/)
})

test.each(['_a__', '___a__', 'a_', 'a__', '__a', "'*", '#_', ':~'])(
  'thousands of %s are refused, because parsing them takes quadratic time',
  async (mark) => {
    expect(await refusalOf(mark.repeat(20_000 / mark.length))).toMatch(
      /^There is too much emphasis|^Quotes, lists and emphasis/,
    )
  },
)

test('a text that was saved before this limit can still be read', async () => {
  const { id } = (await saveNews('')).json()
  await db
    .updateTable('news_items')
    .set({ body: '<ul><li>'.repeat(40) })
    .where('id', '=', id)
    .execute()
  expect((await ada.get(`/settings/content/news/${id}`)).statusCode).toBe(200)
})

test('ordinary text is accepted, however much of it is emphasized', async () => {
  const rows = `<table>${'<tr><td>one<td>two'.repeat(50)}</table>${'<p>a <b>bold</b> word<br>'.repeat(50)}`
  const text = `${'A **bold** word, an *old* one, 5 * 3 stars.\n'.repeat(200)}\n> > - a *quoted* list\n\n${rows}`
  expect((await saveNews(text)).statusCode).toBe(201)
})
