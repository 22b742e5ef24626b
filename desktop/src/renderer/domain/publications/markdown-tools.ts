import {
  IconBold,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconQuote,
  type Icon,
} from '@tabler/icons-react'
import { getFieldSelection, insertTextIntoField, wrapFieldSelection } from 'text-field-edit'

type Tool = {
  name: string
  icon: Icon
  /** Pressed together with Ctrl or ⌘. */
  key?: string
  use: (field: HTMLTextAreaElement) => void
}

/** The tools that write into the text at the cursor or selection. */
export const markdownTools: readonly Tool[] = [
  { name: 'Heading', icon: IconH2, use: (field) => beginLines(field, () => '## ') },
  { name: 'Bold', icon: IconBold, key: 'b', use: (field) => wrapFieldSelection(field, '**') },
  { name: 'Italic', icon: IconItalic, key: 'i', use: (field) => wrapFieldSelection(field, '*') },
  { name: 'Link', icon: IconLink, key: 'k', use: insertLink },
  { name: 'List', icon: IconList, use: (field) => beginLines(field, () => '- ') },
  { name: 'Numbered list', icon: IconListNumbers, use: (field) => beginLines(field, (index) => `${index + 1}. `) },
  { name: 'Quote', icon: IconQuote, use: (field) => beginLines(field, () => '> ') },
]

/** Puts something before each line of the selection; a second press takes it away. */
function beginLines(field: HTMLTextAreaElement, beginning: (index: number) => string): void {
  const { value, selectionStart, selectionEnd } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const end = value.indexOf('\n', selectionEnd)
  field.setSelectionRange(start, end === -1 ? value.length : end)
  const lines = getFieldSelection(field).split('\n')
  const isThere = lines.every((line, index) => line.startsWith(beginning(index)))
  const changed = lines.map((line, index) => (isThere ? line.slice(beginning(index).length) : beginning(index) + line))
  insertTextIntoField(field, changed.join('\n'))
}

/** The words that are chosen become a link; its address is selected, to be typed over. */
function insertLink(field: HTMLTextAreaElement): void {
  const words = getFieldSelection(field)
  const address = 'https://'
  insertTextIntoField(field, `[${words || 'words'}](${address})`)
  const end = field.selectionEnd - 1
  field.setSelectionRange(end - address.length, end)
}
