import { photoName, photoPath, photoSet, photoSize } from '@alumni/shared/publications/photos'
import { marked, Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../../foundations/http/plain-page.ts'

const schemes = ['https', 'http', 'mailto']
const allowed: sanitizeHtml.IOptions = {
  allowedTags: 'h2 h3 h4 p ul ol li blockquote strong em del a br hr code pre table thead tbody tr th td img'.split(
    ' ',
  ),
  allowedAttributes: {
    a: ['href'],
    ol: ['start'],
    img: ['src', 'srcset', 'sizes', 'width', 'height', 'alt', 'loading'],
  },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  transformTags: {
    // The page has its own h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: photoAttributes(src, alt) }),
  },
  // Pictures of other sites are removed: they would reveal our readers to those sites.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
}

/**
 * Markdown that someone wrote as HTML that is safe to place. Pictures in it are photos that were uploaded here:
 * `![words](/photos/name)`.
 */
export function htmlOf(markdown: string): string {
  return sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), allowed)
}

/**
 * The same Markdown as plain text: an address stands behind the words of its link, complete with `site`, and each heading
 * in a line of its own.
 */
export function textOf(markdown: string, site: string): string {
  const withTags = plain(site).parse(markdown, { async: false, gfm: true })
  const escaped = sanitizeHtml(withTags, { allowedTags: [] })
  return trimLines(escaped).replaceAll(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof characters) => characters[name])
}

const characters = { lt: '<', gt: '>', quot: '"', amp: '&' }
const trimLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Renders text with its entities, and the tags that someone typed: both are resolved at once afterwards. */
const plain = (site: string) =>
  new Marked({
    renderer: {
      heading({ tokens }) {
        return `${this.parser.parseInline(tokens)}\n\n`
      },
      paragraph({ tokens }) {
        return `${this.parser.parseInline(tokens)}\n\n`
      },
      list({ ordered, start, loose, items }) {
        const lines = items.map(({ tokens }, index) => {
          const mark = ordered ? `${(start || 1) + index}. ` : '- '
          return mark + trimLines(this.parser.parse(tokens)).replaceAll('\n', `\n${' '.repeat(mark.length)}`)
        })
        return `\n${lines.join(loose ? '\n\n' : '\n')}\n\n`
      },
      blockquote({ tokens }) {
        return `${trimLines(this.parser.parse(tokens)).replaceAll(/^/gm, '&gt; ')}\n\n`
      },
      table({ header, rows }) {
        const lines = [header, ...rows].map((row) =>
          row.map((cell) => this.parser.parseInline(cell.tokens)).join(' | '),
        )
        return `${lines.join('\n')}\n\n`
      },
      code: ({ text }) => `${escapeHtml(text)}\n\n`,
      codespan: ({ text }) => escapeHtml(text),
      html: ({ text, block }) => (block ? `${text}\n\n` : text),
      hr: () => '---\n\n',
      br: () => '\n',
      image: ({ href, text }) => (photoAttributes(href, text).src ? `[${escapeHtml(text)}]` : ''),
      link({ href, text, tokens }) {
        const words = this.parser.parseInline(tokens)
        const address = addressOf(href, site)
        return address === '' || address === text ? words : `${words} (${escapeHtml(address)})`
      },
    },
  })

/** Where a link leads, without `mailto:`; empty where the HTML has no address either. */
function addressOf(href: string, site: string): string {
  const url = href.startsWith('//') ? null : URL.parse(href, site)
  if (!url || !schemes.includes(url.protocol.slice(0, -1))) return ''
  return (URL.canParse(href) ? href : url.href).replace(/^mailto:/i, '')
}

/** Its files in all widths, with its size, so that nothing jumps when it comes. */
function photoAttributes(src: string, alt: string): Record<string, string> {
  const name = photoName.safeParse(src.replace(/^\/photos\//, '')).data
  if (!name || !src.startsWith('/photos/')) return {}
  const { width, height } = photoSize(name)
  return {
    src: photoPath(name, 800),
    srcset: photoSet(name, 'webp'),
    sizes: '(min-width: 42rem) 40rem, 100vw',
    width: String(width),
    height: String(height),
    alt,
    loading: 'lazy',
  }
}
