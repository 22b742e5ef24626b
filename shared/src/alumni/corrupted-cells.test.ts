import { expect, test } from 'vitest'
import { cleanCell, readValue } from './values.ts'

const error = 'is an error of a spreadsheet, not a value'
const shortened = 'is a number that a spreadsheet has shortened'
const twice = 'has letters that were decoded twice'

test.each([
  ['text', '#N/A', error],
  ['text', '#NAME?', error],
  ['text', '#DIV/0!', error],
  ['email', '#REF!', error],
  ['text', '########', error],
  ['text', '#BEZUG!', error],
  ['text', '#¡VALOR!', error],
  ['phone', '6.17555E+09', shortened],
  ['phone', '1,61756E+10', shortened],
  ['text', '2.118E+03', shortened],
  ['code', '1E+05', shortened],
  ['text', 'JosÃ©', twice],
  ['text', 'Ã\u0081lvarez', twice],
  ['text', 'MartÃ\u00adn', twice],
  ['text', 'VoilÃ\u00a0', twice],
  ['text', 'Oâ€™Neil', twice],
  ['text', 'Ð˜Ð²Ð°Ð½', twice],
] as const)('a %s %j is refused: it %s', (kind, cell, problem) => {
  expect(readValue(kind, cleanCell(cell))).toEqual({ problem })
})

test.each([
  ['text', '#1 Elm Street'],
  ['text', 'Apt #4'],
  ['text', '#'],
  ['code', '2E05'],
  ['code', 'E-12'],
  ['text', 'José'],
  ['text', 'MAÇÃ'],
  ['text', 'SÃO JOSÉ'],
  ['text', 'Müller-Lüdenscheidt'],
  ['text', 'BØ–LUND'],
  ['text', 'Nguyễn Thị Ánh'],
  ['text', '„MENÜ“'],
  ['text', 'Łukasz'],
  ['phone', '+1 (617) 555-0101'],
] as const)('a %s %j is accepted', (kind, cell) => {
  expect(readValue(kind, cleanCell(cell))).toEqual({ value: cell })
})
