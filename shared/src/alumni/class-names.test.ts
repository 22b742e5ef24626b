import { expect, test } from 'vitest'
import { formatClasses, nameWithClasses } from './class-names.ts'

const degree = (degree_code: string | null, degree_date: string | null) => ({ degree_code, degree_date })

test.each([
  ['José’s bachelor’s degree', [degree('BS', '2015-05-17')], '’15'],
  [
    'Peggy’s two degrees, the earliest first',
    [degree('MBA', '1991-05-19'), degree('BA', '1984-05-20')],
    '’84, MBA ’91',
  ],
  ['two degrees of one day', [degree('BA', '2003-05-18'), degree('BS', '2003-05-18')], '’03'],
  ['Harvard’s degree codes', [degree('A.B.', '1960-06-01'), degree('SB', '1961-06-01')], '’60, ’61'],
  ['only a graduate degree', [degree('LLM', '2012-05-20')], 'LLM ’12'],
  [
    'a code that only starts like a bachelor’s',
    [degree('AM', '2001-05-20'), degree('SM', '2002-05-20')],
    'AM ’01, SM ’02',
  ],
  ['a degree without a code', [degree(null, '1979-05-20')], '’79'],
  ['an undated degree', [degree('JD', null)], ''],
  ['no degrees', [], ''],
])('the classes of %s', (_, degrees, text) => {
  expect(formatClasses(degrees)).toBe(text)
})

test('a name in a list is followed by the years, or has none', () => {
  expect(nameWithClasses('José Álvarez', [2015])).toBe('José Álvarez ’15')
  expect(nameWithClasses('Peggy O’Neil', [1984, 1991])).toBe('Peggy O’Neil ’84 ’91')
  expect(nameWithClasses('Minh Nguyễn', [])).toBe('Minh Nguyễn')
})
