// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { fromMarkdown, toMarkdown } from './text-markdown.ts'
import { textExtensions, textSchema } from './text-schema.ts'

const photo = `${'a'.repeat(32)}-800x600`
const roundTrip = (text: string) => toMarkdown(fromMarkdown(text))
const html = (text: string) => (marked.parse(text, { async: false }) as string).trim()

test.each([
  'Bring **shoes** and *patience*, ~~not~~ `both`.',
  '## What to bring\n\n### Shoes\n\n#### Laces',
  '- Soup\n- Bread\n  - Rye\n  - White\n\nAnd then\n\n1. Come\n2. Stay\n   1. Longer',
  '3. Three\n4. Four',
  '> “It was the best winter.”\n>\n> - Ann',
  `![Rowers at dawn](/photos/${photo})`,
  '[See the map](https://example.edu/map_(new)?a=1&b=2), [write](mailto:ann@example.edu), [the dinner](/events/dinner)',
  'See <https://example.org/?a=1&b_c=2> now.',
  'One College Street\\\nBayside\\\n\\- at the gate',
  '```\nx = `1`\n\n  y\n```',
  'Above\n\n***\n\nBelow',
  '| Day | Page |\n| --- | --- |\n| Mon | [menu](https://example.org/menu) \\| **new** |',
  'Dear {first_name} and {{ name }}, snake_case stays.',
  '- one\n\n<!-- -->\n\n- another',
  '**bold *both* bold**',
])('%s is saved unchanged', (text) => {
  const saved = roundTrip(text)
  expect(roundTrip(saved)).toBe(saved)
  expect(html(saved).replaceAll(/<!--.*?-->\s*/g, '')).toBe(html(text).replaceAll(/<!--.*?-->\s*/g, ''))
})

test.each([
  ['# Come *home*', '## Come *home*'],
  ['Title\n=====', '## Title'],
  ['* a\n* b', '- a\n- b'],
  ['- a\n\n- b', '- a\n- b'],
  ['one  \ntwo', 'one\\\ntwo'],
  [
    '1 College Street<br>Bayside, <a href="https://example.org/">here</a>',
    '1 College Street\\\nBayside, [here](https://example.org/)',
  ],
  ['<p>See</p><p>you <b>there</b></p>', 'See\n\nyou **there**'],
  ['https://example.org/a_b*c*', '<https://example.org/a_b*c>\\*'],
  ['<table><tr><td>one<td>two<tr><td><ul><li>a<li>b</ul></table>', '| one | two |\n| --- | --- |\n| a<br>b |  |'],
  ['- [x] done', '- done'],
  ['**', '\\*\\*'],
  ['', ''],
])('%s is saved as %s', (text, saved) => {
  expect(roundTrip(text)).toBe(saved)
  expect(roundTrip(saved)).toBe(saved)
})

test.each([
  ['**so:** called', '**so:** called'],
  ['<strong>so:</strong>called', '<strong>so:</strong>called'],
  ['<b>a</b><i>b</i>', null],
  ['a<b> b </b>c', 'a **b** c'],
  ['<b>bold <i>both</b> italic</i>', null],
  ['<code>a`b</code><b>*</b>', null],
  ['<code>a&amp;copy=1 --&gt; &amp;#35 \\\\&amp;lt</code>', '<code>a\\&copy=1 --\\> \\&#35 \\\\\\&lt</code>'],
])('the emphasis of %s is kept', (text, saved) => {
  const written = roundTrip(text)
  if (saved !== null) expect(written).toBe(saved)
  expect(fromMarkdown(written).toJSON()).toEqual(fromMarkdown(roundTrip(written)).toJSON())
  const marked = (from: string) =>
    fromMarkdown(from).firstChild!.content.content.map(({ text, marks }) => [
      text!.trim(),
      marks.map(({ type }) => type.name),
    ])
  expect(marked(written)).toEqual(marked(text))
})

const words = fc.string({
  unit: fc.constantFrom(...'ab1 *_~`[]()<>&;#+-=>.:|!\\@/{}"\'', '1.', '1)', '&amp;', 'https://a.b/', 'www.a.b', ' é'),
  maxLength: 14,
})

test('any typed text is unchanged after saving and opening', () => {
  const paragraphOf = (text: string) => textSchema.node('paragraph', null, text ? [textSchema.text(text)] : [])
  const toPlainText = (node: ReturnType<typeof fromMarkdown>) =>
    node.textBetween(0, node.content.size, '\n', '\n').replaceAll(/\s+/g, ' ').trim()
  fc.assert(
    fc.property(words, words, (first, second) => {
      const broken = textSchema.node('paragraph', null, [
        textSchema.text(`a${first}`),
        textSchema.node('hardBreak'),
        textSchema.text(`${second}.`),
      ])
      const list = textSchema.node(
        'bulletList',
        null,
        [first, second].map((text) => textSchema.node('listItem', null, [paragraphOf(text)])),
      )
      const heading = textSchema.node('heading', { level: 2 }, [textSchema.text(`x ${second}`)])
      for (const block of [
        paragraphOf(first),
        broken,
        list,
        heading,
        textSchema.node('blockquote', null, [paragraphOf(first)]),
      ]) {
        const document = textSchema.node('doc', null, [block])
        const markdown = toMarkdown(document)
        const opened = fromMarkdown(markdown)
        expect([markdown, toPlainText(opened)]).toEqual([markdown, toPlainText(document)])
        if (toPlainText(document) !== '') expect(opened.firstChild!.type.name).toBe(block.type.name)
      }
    }),
  )
})

test('emphasis of any words is unchanged after saving and opening', () => {
  const marks = fc.subarray(['bold', 'italic', 'strike', 'code'])
  fc.assert(
    fc.property(fc.array(fc.tuple(words, marks), { minLength: 1, maxLength: 4 }), (parts) => {
      const nodes = parts
        .filter(([text]) => text.trim() !== '' && !text.includes('http') && !/www|@/.test(text))
        .map(([text, names]) =>
          textSchema.text(
            text,
            names.map((name) => textSchema.mark(name)),
          ),
        )
      const document = textSchema.node('doc', null, [textSchema.node('paragraph', null, nodes)])
      const characters = (node: typeof document) => {
        const found: string[] = []
        node.descendants(({ text, marks }) => {
          for (const each of text?.replaceAll(/\s/g, '') ?? '')
            found.push(
              each +
                marks
                  .map(({ type }) => type.name)
                  .toSorted()
                  .join(),
            )
        })
        return found
      }
      const markdown = toMarkdown(document)
      expect([markdown, characters(fromMarkdown(markdown))]).toEqual([markdown, characters(document)])
    }),
  )
})

function paste(clipboard: string): string {
  const editor = new Editor({
    extensions: textExtensions,
    injectCSS: false,
    editorProps: { transformPastedHTML: cleanHtml },
  })
  editor.view.pasteHTML(clipboard)
  const text = toMarkdown(editor.state.doc)
  editor.destroy()
  return text
}

const buildWordItem = (sign: string, level: number, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

test('a text from Word keeps bold, italic, headings, links and both kinds of lists', () => {
  const clipboard = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head><body lang=EN-US>
<!--StartFragment--><h1>Reunion<o:p></o:p></h1>
<p class=MsoNormal>Bring <b style='mso-bidi-font-weight:normal'>warm
shoes</b> and <i>patience</i>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${buildWordItem('·', 1, 'Soup')}${buildWordItem('o', 2, '<b>Leek</b>')}${buildWordItem('·', 1, 'Bread')}
<p class=MsoNormal>Then:<o:p></o:p></p>
${buildWordItem('1.', 1, 'Come')}${buildWordItem('a)', 2, 'by train')}${buildWordItem('2.', 1, 'Stay')}
<p class=MsoNormal><a href="https://example.edu/map">See the map</a><o:p></o:p></p><!--EndFragment--></body></html>`
  expect(paste(clipboard)).toBe(`## Reunion

Bring **warm shoes** and *patience*.

- Soup
  - **Leek**
- Bread

Then:

1. Come
   1. by train
2. Stay

[See the map](https://example.edu/map)`)
})

test('a text from Word for the web keeps its lists, although each of their items is a separate list', () => {
  const item = (list: string, level: number, text: string) =>
    `<div class="ListContainerWrapper SCXW1"><${list} class="SCXW1" role="list"><li data-leveltext="" data-listid="1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement"><p class="Paragraph"><span style="font-weight:bold"><span class="NormalTextRun">${text}</span></span><span class="EOP" style="font-size:11pt">&nbsp;</span></p></li></${list}></div>`
  expect(paste(`<div>${item('ul', 1, 'Soup')}${item('ul', 2, 'Leek')}${item('ul', 1, 'Bread')}</div>`)).toBe(
    '- **Soup**\n  - **Leek**\n- **Bread**',
  )
})

test('a message from Outlook keeps its paragraphs, bold and lists, and a text from Google Docs is not all bold', () => {
  const outlook = `<div class="elementToProof" style="font-family: Aptos; font-size: 12pt;">Dear all,</div><div class="elementToProof" style="font-size: 12pt;"><br></div><ul><li style="font-size: 12pt;"><div role="presentation" class="elementToProof"><b>Friday</b> at six</div></li><li><div role="presentation" class="elementToProof">Bring <span style="font-weight: 700; font-style: italic;">a friend</span></div></li></ul>`
  expect(paste(outlook)).toBe('Dear all,\n\n- **Friday** at six\n- Bring ***a friend***')
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;font-style:normal">Plain and </span><span style="font-weight:700">bold</span></p></b>`
  expect(paste(docs)).toBe('Plain and **bold**')
})

test('pasted markup cannot run scripts, fetch files or disguise links', () => {
  const hostile = `<script>alert(1)</script><p onclick="alert(2)">Hi <img src="https://evil.example/x.png" onerror="alert(3)"><img src="/photos/../x"><a href="javascript:alert(4)">run</a> <a href=" java\tscript:alert(4)">run</a> <a href="//evil.example">away</a> <a href="/\\evil.example">away</a> <a href="data:text/html,x">data</a></p><object data="https://evil.example"></object><style>p { color: red }</style><svg onload="alert(5)"></svg><form action="https://evil.example"><input name="q" value="typed"><button>Send</button></form><p>&lt;script&gt;alert(6)&lt;/script&gt;</p>`
  const text = paste(hostile)
  expect(text).not.toMatch(/evil|javascript|onclick|alert\([1-5]/)
  expect(text).toContain('\\<script>alert(6)\\</script>')
  expect(html(text)).not.toContain('<script')
})

test('the Tab key leaves the field, even in a list', () => {
  const editor = new Editor({ extensions: textExtensions, injectCSS: false, content: '<ul><li>a</li><li>b</li></ul>' })
  editor.commands.focus('end')
  const press = (key: string, init = {}) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...init })
    editor.view.dom.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([press('Tab'), press('Tab', { shiftKey: true })]).toEqual([false, false])
  press(']', { ctrlKey: true })
  expect(toMarkdown(editor.state.doc)).toBe('- a\n  - b')
  editor.destroy()
})
