import { expect, test } from 'vitest'
import { decodeText, parseTable } from '../../ui/table/parse-table.ts'
import { extractLines, listSources } from './lines-form.tsx'

const text = 'José Álvarez\r\nSiobhán O’Neil'
const utf16 = (order: 'le' | 'be', words: string) =>
  Uint8Array.from(
    [...words].flatMap((letter) =>
      order === 'le'
        ? [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]
        : [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255],
    ),
  )

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16 LE with a byte order mark', utf16('le', `\ufeff${text}`)],
  ['UTF-16 BE with a byte order mark', utf16('be', `\ufeff${text}`)],
  ['UTF-16 LE without a byte order mark', utf16('le', text)],
  ['UTF-16 BE without a byte order mark', utf16('be', text)],
  ['Windows-1252', Uint8Array.from([...text].map((letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0))))],
])('a file in %s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

function proposedSource(csv: string) {
  const table = parseTable(csv)
  const source = listSources(table)[0]!
  return [source.label, extractLines(table, source)]
}

test.each([
  [
    'the column of addresses',
    'Name,E-mail,City\nPeggy,peggy@x.org,Boston\nJosé,jose@x.org,Miami',
    ['E-mail', ['peggy@x.org', 'jose@x.org']],
  ],
  ['addresses under another name', 'Person;Kontakt\nPeggy;peggy@x.org', ['Column 2', ['Kontakt', 'peggy@x.org']]],
  ['BUIDs before addresses', 'BUID\tEmail\nB00000001\tjose@x.org', ['BUID', ['B00000001']]],
  [
    'first and last name together',
    "First Name,Last Name,City\nPeggy, O'Neil ,Boston\n,Teller,",
    ['First Name and Last Name', ["Peggy O'Neil", 'Teller']],
  ],
  ['one column with a header', 'name\n"Álvarez, José"\n\nPeggy Jones\n', ['name', ['Álvarez, José', 'Peggy Jones']]],
  ['last, first without a header', 'Jones,Peggy\nÁlvarez,José', ['The whole row', ['Jones, Peggy', 'Álvarez, José']]],
  ['cells with line breaks and formulas', 'Email\n"peggy@x.org\n"\n=1+1', ['Email', ['peggy@x.org', '=1+1']]],
])('the proposed column of a CSV file: %s', (_, csv, expected) => {
  expect(proposedSource(csv)).toEqual(expected)
})
