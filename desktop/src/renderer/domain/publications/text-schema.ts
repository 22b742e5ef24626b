import { photoName, photoPath } from '@alumni/shared/publications/photos'
import { getSchema, Node, type Extensions } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { ListItem } from '@tiptap/extension-list'
import { StarterKit } from '@tiptap/starter-kit'

/** Checks whether a link may have an address: http(s), mailto, a path or an anchor, but no `//host` or other scheme. */
export function isAllowedAddress(address: string): boolean {
  const compact = address.replace(/[\s\p{Cc}]/gu, '')
  return !/^\/[/\\]/.test(compact) && /^(https?:|mailto:|[^:]*([/?#]|$))/i.test(compact)
}

/** An uploaded photo; other images are dropped, as on the alumni's site. */
const Photo = Node.create({
  name: 'photo',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ name: {}, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src^="/photos/"]',
      getAttrs: (image) => {
        const { data } = photoName.safeParse(image.getAttribute('src')!.slice('/photos/'.length))
        return data === undefined ? false : { name: data, alt: image.getAttribute('alt') ?? '' }
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => ['img', { src: photoPath(attrs.name as string, 800), alt: attrs.alt as string }],
})

// In Markdown tables, cells have only inline content, and the first row is the header.
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})
const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})
const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  renderHTML: () => ['td', 0],
})

/** Limited to elements that the alumni's site renders. */
export const textExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address, { defaultValidate }) => defaultValidate(address) && isAllowedAddress(address),
      HTMLAttributes: { target: null, rel: null },
    },
    code: false,
    listItem: false,
    underline: false,
    // A trailing node would change a text as soon as it is opened.
    trailingNode: false,
  }),
  // The low priority nests code inside bold and italic.
  Code.extend({ excludes: '', priority: 50 }),
  // Omits the shortcut that indents an item with Tab, because Tab should leave the field.
  ListItem.extend({
    content: 'block+',
    addKeyboardShortcuts() {
      const { editor, name } = this
      return {
        Enter: () => editor.commands.splitListItem(name),
        'Mod-]': () => editor.commands.sinkListItem(name),
        'Mod-[': () => editor.commands.liftListItem(name),
      }
    },
  }),
  Photo,
  Table,
  TableRow,
  TableCell,
]

export const textSchema = getSchema(textExtensions)
