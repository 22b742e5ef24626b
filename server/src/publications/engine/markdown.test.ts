import { expect, test } from 'vitest'
import { htmlOf, textOf } from './markdown.ts'

const photo = `/photos/${'a'.repeat(32)}-800x600`

test('Stan’s Markdown reads well where no HTML is shown', () => {
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
  expect(textOf(htmlOf(written)).replaceAll(/ +$/gm, '')).toBe(`Come home

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

test('what the HTML leaves out, the text leaves out too', () => {
  const hostile = `[run](javascript:alert(1)) [away](//evil.example) ![spy](https://evil.example/x.png)

<script>alert(2)</script><p onclick="alert(3)">Hi`
  expect(textOf(htmlOf(hostile))).toBe('run away\n\nHi')
  expect(htmlOf(hostile)).not.toMatch(/alert|evil/)
})
