import { marked } from 'marked'
import { expect, test, vi } from 'vitest'
import { buildContentStory } from '../testing/content-story.ts'
import { renderMarkdown, htmlToPlainText } from './markdown.ts'

const photo = `/photos/${'a'.repeat(32)}-800x600`

test('Stan’s Markdown is readable as plain text', () => {
  const written = `# Come *home*

Dear **all** & friends of "R&amp;D", [the dinner](https://champions.example.edu/events/dublin) costs ~~10~~ 5 < 6.
Write to <ann@example.edu> or [the office](mailto:office@example.edu), or see https://example.org/?a=1&b=2.

1. Eat
2. Drink
   - water
   - \`wine & "beer"\`

> Bring a friend.
>
> - Or two

| Day | Page |
|-----|------|
| Monday | [menu](https://champions.example.edu/news/menu) |

- Bring:
  > a coat

1 College Street<br>Bayside, <a href="https://example.org/">here</a>

<p>See</p><p>you there</p>

![The hall](${photo})

---
`
  expect(htmlToPlainText(renderMarkdown(written)).replaceAll(/ +$/gm, '')).toBe(`Come home

Dear all & friends of "R&D", the dinner (https://champions.example.edu/events/dublin) costs 10 5 < 6. Write to ann@example.edu or the office (office@example.edu), or see https://example.org/?a=1&b=2.

 1. Eat
 2. Drink
    - water
    - wine & "beer"

> Bring a friend.
>
> - Or two

Day      Page
Monday   menu (https://champions.example.edu/news/menu)

- Bring:

  > a coat

1 College Street
Bayside, here (https://example.org/)

See

you there

[The hall]

----------------------------------------`)
})

test('the plain text leaves out what the HTML leaves out', () => {
  const hostile = `[run](javascript:alert(1)) [away](//evil.example) ![spy](https://evil.example/x.png)

<script>alert(2)</script><p onclick="alert(3)">Hi`
  expect(htmlToPlainText(renderMarkdown(hostile))).toBe('run away\n\nHi')
  expect(renderMarkdown(hostile)).not.toMatch(/alert|evil/)
})

test('a text is rendered once for its page, the feed and staff, and again after a change', async () => {
  const { as, visitor, createNews, createEvent, setEvent } = await buildContentStory()
  const stan = await as('staff')
  const [news, event] = [await createNews({ body: 'All *night*.' }), await createEvent({ body: 'In the *yard*.' })]
  const parse = vi.spyOn(marked, 'parse')
  const timesRendered = (body: string) => parse.mock.calls.filter(([text]) => text === body).length
  const read = async () => {
    for (const page of [`/news/${news.slug}`, `/events/${event.slug}`, '/news/feed.atom'])
      expect((await visitor.get(page, { headers: { accept: '*/*' } })).statusCode).toBe(200)
    expect((await stan.get(`/champion_signups/events/${event.id}`)).statusCode).toBe(200)
  }
  for (let time = 0; time < 3; time++) await read()
  expect([timesRendered('All *night*.'), timesRendered('In the *yard*.')]).toEqual([1, 1])
  await setEvent(event, { body: 'In the *garden*.' })
  await read()
  expect(timesRendered('In the *garden*.')).toBe(1)
  parse.mockRestore()
})

test('the cache of rendered texts is limited and evicts the least recently used', () => {
  const parse = vi.spyOn(marked, 'parse')
  const renderLargeText = (name: string) => renderMarkdown(`${name} ${'x'.repeat(1_000_000)}`)
  renderMarkdown('old')
  renderMarkdown('in use')
  for (let number = 0; number < 6; number++) {
    renderLargeText(`text ${number}`)
    renderMarkdown('in use')
  }
  const countParses = (text: string) => parse.mock.calls.filter(([parsed]) => parsed === text).length
  renderMarkdown('old')
  expect([countParses('old'), countParses('in use')]).toEqual([2, 1])
  parse.mockRestore()
})
