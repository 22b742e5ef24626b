import { expect, test } from 'vitest'
import { createBlankStripper, hasBlanksBeforeQuotes, measurePreamble } from './csv-quirks.ts'

test.each([
  ['BUID;Last Name\n', { length: 0 }],
  ['\ufeff\ufeff"BUID"\r\n', { length: 2 }],
  ['sep=;\r\nBUID;Last Name\r\n', { length: 7, delimiter: ';' }],
  ['\ufeffSEP=\t\nBUID\t', { length: 7, delimiter: '\t' }],
  ['"sep=,"\rBUID,', { length: 8, delimiter: ',' }],
  ['sep=;,BUID\n', { length: 0 }],
])('%j has the preamble %j', (beginning, preamble) => {
  expect(measurePreamble(beginning)).toEqual(preamble)
})

test.each([
  ['BUID, "First Name"\nB90000002,  "Ada, Jr."\n', 'BUID,"First Name"\nB90000002,"Ada, Jr."\n'],
  [' "BUID", "Name"\r\n "B1","a, ""b"""\r\n', '"BUID","Name"\r\n"B1","a, ""b"""\r\n'],
  ['a,"Smith, ", "x" ,y\n', 'a,"Smith, ","x" ,y\n'],
  ['a,12" pipe, 5 "b"\n', 'a,12" pipe, 5 "b"\n'],
  ['a, b , "c', 'a, b ,"c'],
])('%j is read as %j, wherever its stream is split', (text, closed) => {
  expect(hasBlanksBeforeQuotes(text, ',')).toBe(text !== closed)
  for (let cut = 0; cut <= text.length; cut++)
    for (let second = cut; second <= text.length; second++) {
      const strip = createBlankStripper(',')
      const pieces = [text.slice(0, cut), text.slice(cut, second), text.slice(second)]
      expect(pieces.map((piece) => strip(piece, false)).join('') + strip('', true)).toBe(closed)
    }
})
