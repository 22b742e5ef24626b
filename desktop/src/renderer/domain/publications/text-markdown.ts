import { DOMParser as DocumentParser, Fragment, type Mark, type Node } from '@tiptap/pm/model'
import { marked } from 'marked'
import { MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown'
import { cleanHtml } from './clean-html.ts'
import { textSchema } from './text-schema.ts'

/** Parses Markdown as the alumni's site does. */
export function fromMarkdown(text: string): Node {
  const { body } = new DOMParser().parseFromString(
    cleanHtml(marked.parse(text, { async: false, gfm: true })),
    'text/html',
  )
  return DocumentParser.fromSchema(textSchema).parse(body)
}

/** Converts a text to Markdown that `fromMarkdown` and the alumni's site parse back to the same text. */
export function toMarkdown(document: Node): string {
  return blocks.serialize(document, { tightLists: true }).trim()
}

type WriteNode = (state: MarkdownSerializerState, node: Node, parent: Node, index: number) => void

const blocks = new MarkdownSerializer(
  {
    paragraph(state, node) {
      // Skips empty paragraphs, because they would end a list item.
      if (node.childCount === 0) return
      state.text(writeInline(node), false)
      state.closeBlock(node)
    },
    heading(state, node) {
      // Escapes number signs at the end of a heading, which Markdown would drop.
      state.text(`${'#'.repeat(node.attrs.level as number)} ${writeOneLine(node).replace(/(?<!#)#+$/, '\\$&')}`, false)
      state.closeBlock(node)
    },
    blockquote(state, node) {
      state.wrapBlock('> ', null, node, () => state.renderContent(node))
    },
    codeBlock(state, node) {
      const [longest = ''] = (node.textContent.match(/`{3,}/g) ?? []).toSorted((a, b) => b.length - a.length)
      const fence = longest ? `${longest}\`` : '```'
      state.write(`${fence}${(node.attrs.language as string | null) ?? ''}\n`)
      state.text(node.textContent, false)
      state.ensureNewLine()
      state.write(fence)
      state.closeBlock(node)
    },
    horizontalRule(state, node) {
      state.write('***')
      state.closeBlock(node)
    },
    bulletList(state, node, parent, index) {
      separateLists(state, node, parent, index)
      state.renderList(node, '  ', () => '- ')
    },
    orderedList(state, node, parent, index) {
      separateLists(state, node, parent, index)
      const start = (node.attrs.start as number | null) ?? 1
      const width = String(start + node.childCount - 1).length + 2
      state.renderList(node, ' '.repeat(width), (item) => `${start + item}. `.padEnd(width))
    },
    listItem(state, node) {
      state.renderContent(node)
    },
    table(state, node) {
      const rows = node.content.content.map((row) => row.content.content.map(writeCell))
      const columns = Math.max(...rows.map(({ length }) => length))
      const lines = rows.map((cells) => `| ${[...cells, ...Array(columns - cells.length).fill('')].join(' | ')} |`)
      state.text(lines.toSpliced(1, 0, `|${' --- |'.repeat(columns)}`).join('\n'), false)
      state.closeBlock(node)
    },
  },
  {},
)

/** Prevents Markdown from joining two adjacent lists. */
const separateLists: WriteNode = (state, node, parent, index) => {
  if (index === 0 || parent.child(index - 1).type !== node.type) return
  state.write('<!-- -->')
  state.closeBlock(node)
}

function writeCell(cell: Node): string {
  const lines: string[] = []
  cell.descendants((node) => {
    if (!node.isTextblock) return true
    lines.push(writeOneLine(node))
    return false
  })
  return lines.join('<br>').replaceAll(/\\?\|/g, '\\|')
}

const writeOneLine = (node: Node) => writeInline(node).replaceAll('\\\n', '<br>')

const inlineCache = new WeakMap<Node, string>()

/** Writes inline content, with HTML tags where Markdown would misread its own markup, as in `**so:**called`. */
function writeInline(node: Node): string {
  const cached = inlineCache.get(node)
  if (cached !== undefined) return cached
  const { schema } = node.type
  const paragraph = schema.node('doc', null, schema.node('paragraph', null, node.content))
  const markdown = markdownWriter.serialize(paragraph)
  const isReadBack = !node.content.content.some(({ marks }) => marks.length > 0) || isSame(markdown, node)
  const text = (isReadBack ? markdown : htmlWriter.serialize(paragraph)).trim()
  inlineCache.set(node, text)
  return text
}

function isSame(text: string, { content }: Node): boolean {
  const [first] = fromMarkdown(text).content.content
  return emphasisOf(first?.content ?? Fragment.empty) === emphasisOf(content)
}

function emphasisOf(content: Fragment): string {
  const marksOf = (marks: readonly Mark[]) =>
    marks.filter(({ type }) => type.name !== 'link').map(({ type }) => type.name)
  return content.content
    .flatMap((node) =>
      [...(node.text?.replaceAll(/\s/g, '') ?? node.type.name)].map((each) => [each, ...marksOf(node.marks)]),
    )
    .join()
}

const inline: Record<string, WriteNode> = {
  paragraph(state, node) {
    state.renderInline(node)
  },
  hardBreak(state, node, parent, index) {
    if (parent.content.content.slice(index).some(({ type }) => type !== node.type)) state.write('\\\n')
  },
  photo(state, { attrs }) {
    state.write(`![${escape(attrs.alt as string)}](/photos/${attrs.name as string})`)
  },
  text(state, { text = '', marks }, parent, index) {
    if (marks.some((mark) => isBare(mark, parent, index))) return state.text(text, false)
    const isAtStart = index === 0 || parent.child(index - 1).type.name === 'hardBreak'
    // The site turns bare addresses into links, so they are wrapped in `<>` instead of escaped.
    const parts = text.replaceAll('\n', ' ').split(bareAddress)
    const isLinked = marks.some(({ type }) => type.name === 'link')
    const signs = marks.some(({ type }) => type.name === 'code') ? signsInCode : signsInText
    const escaped = parts
      .map((part, partIndex) => (partIndex % 2 && !isLinked ? `<${part}>` : escape(part, signs)))
      .join('')
    state.text(isAtStart ? escapeStart(escaped) : escaped, false)
  },
}

const bareAddress = /(https?:\/\/[^\s<>]*[\p{L}\p{N}/])/u

const signsInText = /[\\`*~[\]<]|&(?=#?\w+;)|(?<=www)\./gi
// Markdown does not escape text inside a `<code>` tag for HTML.
const signsInCode = /[\\`*~[\]<>&]|(?<=www)\./gi

function escape(text: string, signs = signsInText): string {
  return text.replaceAll(signs, '\\$&').replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
}

/** Escapes the start of a line that Markdown would read as a list, quote, heading or table. */
function escapeStart(text: string): string {
  return text
    .trimStart()
    .replace(/^(\d{0,9})([-+=>#:|]|(?<=\d)[.)](?=\s|$))/, (signs, digits: string, sign: string) =>
      digits && /[-+=>#:|]/.test(sign) ? signs : `${digits}\\${sign}`,
    )
}

const link = {
  open: (_state: unknown, mark: Mark, parent: Node, index: number) => (isBare(mark, parent, index) ? '<' : '['),
  close: (_state: unknown, mark: Mark, parent: Node, index: number) =>
    isBare(mark, parent, index - 1)
      ? '>'
      : `](${(mark.attrs.href as string).replaceAll(/[\s<>\\]/g, encodeURIComponent).replaceAll(/[()]/g, '\\$&')})`,
}

function isBare(mark: Mark, parent: Node, index: number): boolean {
  const { text = '', marks } = parent.child(index)
  const isLinked = (childIndex: number) => mark.isInSet(parent.maybeChild(childIndex)?.marks ?? [])
  if (mark.type.name !== 'link' || marks.length > 1 || isLinked(index - 1) || isLinked(index + 1)) return false
  return mark.attrs.href === text && /^https?:\/\/[^\s<>]+$/.test(text)
}

const emphasis = (sign: string) => ({ open: sign, close: sign, mixable: true, expelEnclosingWhitespace: true })
const tag = (name: string) => ({ open: `<${name}>`, close: `</${name}>`, mixable: true })

const options = { hardBreakNodeName: 'hardBreak' }
const markdownWriter = new MarkdownSerializer(
  inline,
  { link, bold: emphasis('**'), italic: emphasis('*'), strike: emphasis('~~'), code: tag('code') },
  options,
)
const htmlWriter = new MarkdownSerializer(
  inline,
  { link, bold: tag('strong'), italic: tag('em'), strike: tag('del'), code: tag('code') },
  options,
)
