import { expect, test } from 'vitest'
import { readTable } from '../../ui/table/read-table.ts'
import { addressesOf } from './check-in-file.ts'

const read = (text: string) => {
  const { column, emails, lines } = addressesOf('door.csv', readTable(text))
  return { column, emails, lines }
}

test.each([
  [
    'a column of e-mail',
    'Name,E-mail\nAna,ana@x.org\nBen,\nCleo,cleo@x.org',
    'E-mail',
    ['ana@x.org', 'cleo@x.org'],
    [2, 4],
  ],
  ['semicolons and another head', 'Who;Email (attendee)\nAna;ana@x.org', 'Email (attendee)', ['ana@x.org'], [2]],
  ['no head', 'Ana,ana@x.org\nBen,ben@x.org', 'column 2', ['ana@x.org', 'ben@x.org'], [1, 2]],
  ['one address a line', 'ana@x.org\nben@x.org', 'column 1', ['ana@x.org', 'ben@x.org'], [1, 2]],
  ['the named one among two', 'Invited by,Email\nboss@x.org,ana@x.org\nboss@x.org,', 'Email', ['ana@x.org'], [2]],
  ['a cell that is no address', 'Email\nana@x.org\nat the door', 'Email', ['ana@x.org', 'at the door'], [2, 3]],
])('the addresses of a file with %s are read', (_, text, column, emails, lines) =>
  expect(read(text)).toEqual({ column, emails, lines }),
)

test('a file without any address has none', () => expect(read('Name\nAna').emails).toEqual([]))
