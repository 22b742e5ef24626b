import { expect, test } from 'vitest'
import { readClassYears, shortClassYear } from './class-years.ts'

function read(text: string): string {
  const { classes, rest } = readClassYears(text, 2026)
  const years = classes.map(({ code, years }) =>
    [code, years.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(' or ') || 'not read']
      .filter(Boolean)
      .join(' '),
  )
  return [rest, ...years].join(' | ')
}

test.each([
  ["'98", ' | 1998'],
  ['’98', ' | 1998'],
  ['‘98', ' | 1998'],
  ['98', ' | 1998'],
  ['1998', ' | 1998'],
  ['(2015)', ' | 2015'],
  ['class of 1998', ' | 1998'],
  ['Class of 98', ' | 1998'],
  ['class of ’98', ' | 1998'],
  ['alv 15', 'alv | 2015'],
  ['smith 1998', 'smith | 1998'],
  ['engineering 2005', 'engineering | 2005'],
  ["MBA'05", ' | MBA 2005'],
  ["JD '11", ' | JD 2011'],
  ["smith JD '11", 'smith | JD 2011'],
  ["'91, MFA '94", ', | 1991 | MFA 1994'],
  ["CAS'99", ' | CAS 1999'],
  ["'89–'91", ' | 1989-1991'],
  ['1989-91', ' | 1989-1991'],
  ['classes of 1989–1991', ' | 1989-1991'],
  ['1990 to 1995', ' | 1990-1995'],
  ['smith between 1990 and 1995', 'smith | 1990-1995'],
  ['between 90 and 95', ' | 1990-1995'],
  ['classes from 1990 through 1995', ' | 1990-1995'],
  ["'90 to '95 smith", 'smith | 1990-1995'],
  ['classes of 1990-95', ' | 1990-1995'],
  ['class of 98 to 05', ' | 1998-2005'],
  ['98-05', ' | 1998-2005'],
  ['alumni who graduated in 1998', 'alumni | 1998'],
  ['graduated 1998', ' | 1998'],
  ['smith in 1998', 'smith | 1998'],
  ['98-02-1234', '98-02-1234'],
  ['1990 and 1995', 'and | 1990 | 1995'],
  ['1990s', ' | 1990-1999'],
  ["smith '90s", 'smith | 1990-1999'],
  ['smith in the 90s', 'smith | 1990-1999'],
  ["classes of the 1990's", ' | 1990-1999'],
  ["'20s", ' | 2020-2029 or 1920-1929'],
  ["'30s", ' | 1930-1939'],
  ['1995s', '1995s'],
  ['the 2040s', 'the 2040s'],
  ['studio90s', 'studio90s'],
  ["smith B.S. '95, M.S. '97", 'smith , | BS 1995 | MS 1997'],
  ["smith BS'95 MS'97", 'smith | BS 1995 | MS 1997'],
  ["smith B.S. '95 M.S. '97", 'smith | BS 1995 | MS 1997'],
  ["'95 '97", ' | 1995 | 1997'],
  ['617 555 90s', '617 555 90s'],
  ["'26", ' | 2026'],
  ["'27", ' | 1927 or 2027'],
  ["'31", ' | 1931 or 2031'],
  ["'32", ' | 1932'],
  ["'00", ' | 2000'],
  ["P'24", ' | not read'],
  ["smith GP'12", 'smith | not read'],
  ["x'67", ' | not read'],
  ['0', '0'],
  ['1', '1'],
  ['00', ' | 2000'],
  ['3000', '3000'],
  ['2036', ' | 2036'],
  ['2037', '2037'],
  ['617 555 1998', '617 555 1998'],
  ['(617) 555-1998', '(617) 555-1998'],
  ['+49 30 1234', '+49 30 1234'],
  ['B00000015', 'B00000015'],
  ['studio98', 'studio98'],
  ['x1998@example.org', 'x1998@example.org'],
  ["O'98", ' | O 1998'],
  ['1998 1999', '1998 1999'],
])('%j is read as %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test('a class year after a name has two digits', () => {
  expect([1998, 2005, 2100].map(shortClassYear)).toEqual(['’98', '’05', '’00'])
})
