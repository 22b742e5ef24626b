import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

const peggy = {
  prefix: 'Dr.',
  first_name: 'Margaret',
  preferred_name: 'Peggy',
  middle_name: 'Ann',
  former_last_name: 'Jones',
  last_name: "O'Neil",
  suffix: 'Jr.',
}

test.each([
  ['all parts', peggy, `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.`],
  ['a first and a last name', { first_name: 'José', last_name: 'Álvarez' }, 'José Álvarez'],
  [
    'a prefix and a suffix around',
    { prefix: 'Ms.', first_name: 'Siobhán', last_name: "O'Neil", suffix: 'Ph.D.' },
    "Ms. Siobhán O'Neil Ph.D.",
  ],
  [
    'a preferred name that repeats the first',
    { first_name: 'Anne-Marie', preferred_name: 'Anne-Marie', last_name: "D'Angelo" },
    "Anne-Marie D'Angelo",
  ],
  [
    'a preferred name that repeats it in other code points',
    { first_name: 'Zoe\u0308', preferred_name: 'Zoë', last_name: 'Berg' },
    'Zoe\u0308 Berg',
  ],
  [
    'a preferred name without a first name',
    { preferred_name: 'Majo', last_name: 'García Márquez' },
    '"Majo" García Márquez',
  ],
  ['a middle name', { first_name: 'Minh', middle_name: 'Thị', last_name: 'Nguyễn' }, 'Minh Thị Nguyễn'],
  [
    'a former last name',
    { first_name: 'Mary', middle_name: 'B.', former_last_name: 'Smith', last_name: 'Smith-Jones' },
    'Mary B. (Smith) Smith-Jones',
  ],
  ['a former last name without a last name', { first_name: 'Mary', former_last_name: 'Smith' }, 'Mary (Smith)'],
  ['one name', { first_name: null, last_name: 'Teller' }, 'Teller'],
  ['blank parts', { prefix: ' ', first_name: ' José ', middle_name: '', last_name: 'Álvarez' }, 'José Álvarez'],
  ['no part', { first_name: null, last_name: undefined }, ''],
])('the display name has %s', (_, parts, name) => {
  expect(displayName(parts)).toBe(name)
})
