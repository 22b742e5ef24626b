/**
 * Simplifies HTML from Word, Outlook and other programs: converts list-like paragraphs to lists and styles to bold and
 * italic, and limits headings to levels 2 to 4.
 */
export function cleanHtml(html: string): string {
  // Renames style attributes, because the content security policy reports them even if they are only parsed.
  const withoutStyles = html
    .replaceAll(/<(style|script)\b.*?<\/\1\s*>/gis, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle(?=\s*=)/gi, ' data-style'))
  const { body } = new DOMParser().parseFromString(withoutStyles, 'text/html')
  convertLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) convertStyle(element)
  for (const heading of body.querySelectorAll('h1, h5, h6'))
    replaceTag(heading, heading.localName === 'h1' ? 'h2' : 'h4')
  // Removes the empty paragraphs that Word writes between others.
  for (const paragraph of body.querySelectorAll('p'))
    if (paragraph.textContent.trim() === '' && !paragraph.querySelector('img')) paragraph.remove()
  return body.innerHTML
}

/** Rebuilds lists, because Word writes list items as paragraphs, and Word for the web writes one list per item. */
function convertLists(body: HTMLElement): void {
  let openLists: Element[] = []
  for (const item of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"], li[data-aria-level]')) {
    const { level, name, start } = readListItem(item)
    const container = item.localName === 'p' ? item : (item.closest('.ListContainerWrapper') ?? item.parentElement!)
    openLists = openLists[0] && container.previousElementSibling === openLists[0] ? openLists.slice(0, level) : []
    if (openLists.length === level && openLists.at(-1)!.localName !== name) openLists.pop()
    while (openLists.length < level) {
      const list = body.ownerDocument.createElement(name)
      if (start) list.setAttribute('start', start)
      const outer = openLists.at(-1)
      if (!outer) container.before(list)
      else (outer.lastElementChild ?? outer.appendChild(body.ownerDocument.createElement('li'))).append(list)
      openLists.push(list)
    }
    const listItem = body.ownerDocument.createElement('li')
    listItem.append(...item.childNodes)
    openLists.at(-1)!.append(listItem)
    container.remove()
  }
}

function readListItem(item: HTMLElement): { level: number; name: 'ol' | 'ul'; start: string | undefined } {
  const marker = item.querySelector('[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]')
  const sign = marker?.textContent.trim() ?? ''
  marker?.remove()
  const isNumbered = marker ? /^\(?\w+[.)]/.test(sign) : item.parentElement?.localName === 'ol'
  const level = item.dataset.ariaLevel ?? /mso-list:[^;]*level(\d)/.exec(item.dataset.style ?? '')?.[1] ?? 1
  return {
    level: Number(level),
    name: isNumbered ? 'ol' : 'ul',
    start: isNumbered ? /^\(?(\d+)/.exec(sign)?.[1] : undefined,
  }
}

/** Converts bold and italic styles to tags, and removes such tags if the style is normal. */
function convertStyle(element: HTMLElement): void {
  const style = element.dataset.style!
  delete element.dataset.style
  const isHeading = /^h\d$/.test(element.localName)
  for (const [name, tags, set, unset] of [
    ['b', ['b', 'strong'], /(?:^|;)\s*font-weight:\s*(?:bold|[6-9]00)/i, /(?:^|;)\s*font-weight:\s*(?:normal|400)/i],
    ['i', ['i', 'em'], /(?:^|;)\s*font-style:\s*italic/i, /(?:^|;)\s*font-style:\s*normal/i],
  ] as const) {
    const isTag = (tags as readonly string[]).includes(element.localName)
    if (isTag && unset.test(style)) element.replaceWith(...element.childNodes)
    else if (!isTag && set.test(style) && !isHeading) {
      const mark = element.ownerDocument.createElement(name)
      mark.append(...element.childNodes)
      element.append(mark)
    }
  }
}

function replaceTag(element: Element, name: string): void {
  const replacement = element.ownerDocument.createElement(name)
  replacement.append(...element.childNodes)
  element.replaceWith(replacement)
}
