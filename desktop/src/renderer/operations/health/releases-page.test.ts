import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WithMarks } from './releases-page.tsx'

test('code and emphasis of the release notes are shown as such; a single asterisk stays', () => {
  const html = renderToStaticMarkup(createElement(WithMarks, { text: '*Near* reads `npm run *` and 2 * 3.' }))
  expect(html).toBe('<em>Near</em> reads <code>npm run *</code> and 2 * 3.')
})
