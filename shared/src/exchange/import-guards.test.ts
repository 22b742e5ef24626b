import { expect, test } from 'vitest'
import { findUnusualNumbers, type ImportFigures } from './import-guards.ts'
import { noCounts, type FieldCount, type ImportType } from './imports.ts'

type Numbers = Partial<ImportFigures['counts']> & { on_file?: number; fields?: Record<string, number> }

const figuresOf = ({ on_file, fields = {}, ...counts }: Numbers): ImportFigures => ({
  counts: { ...noCounts, ...counts },
  on_file: on_file ?? null,
  field_counts: Object.entries(fields).map(([name, count]) => {
    const [field, kind] = name.split(' ') as [string, FieldCount['kind']]
    return { field, kind, count }
  }),
})

test.each<[what: string, ImportType, now: Numbers, before: Numbers[], messages: string[]]>([
  ['the first contacts are all new', 'contacts', { rows: 5000, new: 5000 }, [], []],
  [
    'the first employment file deletes most records',
    'employment',
    { deletes: 800, on_file: 1000 },
    [],
    ['It deletes 80% of all employment on file.'],
  ],
  [
    'all but one record are deleted',
    'employment',
    { deletes: 999, on_file: 1000 },
    [],
    ['It deletes more than 99% of all employment on file.'],
  ],
  ['the first file deletes few records', 'employment', { deletes: 100, on_file: 1000 }, [], []],
  ['most of very few records are deleted', 'employment', { deletes: 3, on_file: 4 }, [{ deletes: 0, on_file: 4 }], []],
  [
    'most records are deleted, few last time',
    'employment',
    { deletes: 800, on_file: 1000 },
    [{ deletes: 20, on_file: 1000 }],
    ['It deletes 80% of all employment on file (last time 2%).'],
  ],
  [
    'some records are deleted, none last time',
    'employment',
    { deletes: 60, on_file: 1000 },
    [{ deletes: 0, on_file: 900 }],
    ['It deletes 6% of all employment on file (last time none).'],
  ],
  ['as many as usual', 'employment', { deletes: 60, on_file: 1000 }, [{ deletes: 25, on_file: 1000 }], []],
  [
    'many have died',
    'contacts',
    { rows: 900, fields: { 'deceased set': 40 } },
    [{ fields: { 'deceased set': 3 } }, { fields: { 'deceased set': 2 } }, { fields: { 'deceased set': 90 } }],
    ['40 people are newly deceased (usually 3).'],
  ],
  [
    'many have died, compared with the smaller of two earlier imports',
    'contacts',
    { rows: 900, fields: { 'deceased set': 40 } },
    [{ fields: { 'deceased set': 90 } }, { fields: { 'deceased set': 3 } }],
    ['40 people are newly deceased (usually 3).'],
  ],
  [
    'many have died, compared with the median of earlier imports',
    'contacts',
    { rows: 900, fields: { 'deceased set': 40 } },
    [{ fields: { 'deceased set': 9 } }, { fields: { 'deceased set': 100 } }, { fields: { 'deceased set': 10 } }],
    ['40 people are newly deceased (usually 10).'],
  ],
  [
    'six of the deceased are alive again, and their addresses are removed',
    'contacts',
    { rows: 900, fields: { 'deceased cleared': 6, 'work_email cleared': 30, 'deceased set': 20 } },
    [{}],
    [
      '20 people are newly deceased (last time none).',
      '6 people are no longer deceased (last time none).',
      '30 e-mail addresses are cleared (last time none).',
    ],
  ],
  ['nine have died', 'contacts', { fields: { 'deceased set': 9 } }, [{}], []],
  [
    'forty have died, less than three times as many as last time',
    'contacts',
    { fields: { 'deceased set': 40 } },
    [{ fields: { 'deceased set': 14 } }],
    [],
  ],
  [
    'addresses are removed, over several fields',
    'contacts',
    { fields: { 'primary_email cleared': 15, 'work_email cleared': 10, 'work_email set': 40 } },
    [{ fields: { 'work_email cleared': 4 } }],
    ['25 e-mail addresses are cleared (last time 4).'],
  ],
  [
    'flags are removed, and others are new',
    'contacts',
    { fields: { 'do_not_contact cleared': 4, 'do_not_email cleared': 1, 'do_not_email set': 20 } },
    [{}, {}],
    [
      '5 requests not to be contacted or e-mailed are withdrawn (usually none).',
      '20 new requests not to be contacted or e-mailed (usually none).',
    ],
  ],
  [
    'a column is empty',
    'educations',
    { rows: 1000, changed: 90, fields: { 'major_desc cleared': 90 } },
    [{ rows: 1000, changed: 90 }],
    ['90 values of other fields are cleared (last time none).'],
  ],
  [
    'the keys are wrong, so most rows are new and half of the others change',
    'educations',
    { rows: 1000, new: 500, changed: 250 },
    [{ rows: 4000, new: 100, changed: 40 }],
    ['50% of its lines are new (last time 3%).', '25% of its lines change what is on file (last time 1%).'],
  ],
  [
    'a larger file with the same share of new rows',
    'educations',
    { rows: 9000, new: 300 },
    [{ rows: 300, new: 10 }],
    [],
  ],
])('unusual numbers: %s', (_what, type, now, before, messages) => {
  expect(findUnusualNumbers(type, figuresOf(now), before.map(figuresOf)).map(({ message }) => message)).toEqual(
    messages,
  )
})
