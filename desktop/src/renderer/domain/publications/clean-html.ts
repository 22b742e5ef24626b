/**
 * Makes HTML of Word, Outlook and other programs plain: their paragraphs that look like lists become lists, styles become
 * bold and italic, and headings have the levels of a text.
 */
export function cleanHtml(html: string): string {
  // The page's policy forbids styles, also where they are only read.
  const withoutStyles = html
    .replaceAll(/<(style|script)\b.*?<\/\1\s*>/gis, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle(?=\s*=)/gi, ' data-style'))
  const { body } = new DOMParser().parseFromString(withoutStyles, 'text/html')
  makeLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) makePlain(element)
  for (const heading of body.querySelectorAll('h1, h5, h6'))
    replaceTag(heading, heading.localName === 'h1' ? 'h2' : 'h4')
  // Word writes empty lines between paragraphs.
  for (const paragraph of body.querySelectorAll('p'))
    if (paragraph.textContent.trim() === '' && !paragraph.querySelector('img')) paragraph.remove()
  return body.innerHTML
}

/** Word writes the items of a list as paragraphs; Word for the web writes a list for each item. */
function makeLists(body: HTMLElement): void {
  let open: Element[] = []
  for (const item of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"], li[data-aria-level]')) {
    const { level, name, start } = takePlace(item)
    const holder = item.localName === 'p' ? item : (item.closest('.ListContainerWrapper') ?? item.parentElement!)
    open = open[0] && holder.previousElementSibling === open[0] ? open.slice(0, level) : []
    if (open.length === level && open.at(-1)!.localName !== name) open.pop()
    while (open.length < level) {
      const list = body.ownerDocument.createElement(name)
      if (start) list.setAttribute('start', start)
      const outer = open.at(-1)
      if (!outer) holder.before(list)
      else (outer.lastElementChild ?? outer.appendChild(body.ownerDocument.createElement('li'))).append(list)
      open.push(list)
    }
    const inList = body.ownerDocument.createElement('li')
    inList.append(...item.childNodes)
    open.at(-1)!.append(inList)
    holder.remove()
  }
}

/** Returns the place of an item in its list, and takes away the sign that Word wrote before it. */
function takePlace(item: HTMLElement): { level: number; name: 'ol' | 'ul'; start: string | undefined } {
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

/** Makes a style a tag, if it is bold or italic, and takes both away where the style says so. */
function makePlain(element: HTMLElement): void {
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
