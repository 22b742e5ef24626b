import { photoName, photoPath, photoSet, photoSize } from '@alumni/shared/publications/photos'
import { htmlToText } from 'html-to-text'
import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

const allowed: sanitizeHtml.IOptions = {
  allowedTags: 'h2 h3 h4 p ul ol li blockquote strong em del a br hr code pre table thead tbody tr th td img'.split(
    ' ',
  ),
  allowedAttributes: {
    a: ['href'],
    ol: ['start'],
    img: ['src', 'srcset', 'sizes', 'width', 'height', 'alt', 'loading'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // Each page has its own h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: photoAttributes(src, alt) }),
  },
  // Removes images from other sites, which could track readers.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
}

const maxRenderedLength = 8_000_000
/** Maps Markdown to HTML, least recently used first. Entries never become stale. */
const rendered = new Map<string, string>()
let renderedLength = 0

/** Renders Markdown to sanitized HTML. Images must be uploaded photos, such as `![words](/photos/name)`. */
export function renderMarkdown(markdown: string): string {
  const known = rendered.get(markdown)
  const html = known ?? sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), allowed)
  if (known === undefined) renderedLength += markdown.length + html.length
  rendered.delete(markdown)
  rendered.set(markdown, html)
  for (const [oldest, { length }] of rendered) {
    if (renderedLength <= maxRenderedLength) break
    rendered.delete(oldest)
    renderedLength -= oldest.length + length
  }
  return html
}

/** Converts HTML to plain text for e-mails, with links as `text (url)` and images as `[alt]`. */
export function htmlToPlainText(html: string): string {
  return htmlToText(html, {
    wordwrap: false,
    formatters: {
      words: ({ attribs }, _, builder) => void (attribs.alt && builder.addInline(`[${attribs.alt}]`)),
    },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'img', format: 'words' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ...['h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}

/** Includes the image size to avoid layout shift. */
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
