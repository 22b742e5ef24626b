import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { nicknames } from './given-names.ts'

const { db } = await buildTestApp()

async function keysOf(first: string | null, preferred: string | null, middle: string | null) {
  const { rows } = await sql<{ key: string; is_middle_name: boolean }>`
    select * from given_name_keys(${first}, ${preferred}, ${middle}, ${nicknames}::jsonb) order by key`.execute(db)
  const keys = (isMiddle: boolean) =>
    rows.filter(({ is_middle_name }) => is_middle_name === isMiddle).map(({ key }) => key)
  return { given: keys(false), middle: keys(true) }
}

test.each([
  ['a nickname has its formal names', ['Sandy', null, null], ['alexander', 'alexandra', 'sandra', 'sandy'], []],
  ['further first names are middle names', ['Noor Idris', null, null], ['noor'], ['idris']],
  ['initials are not keys', ['J.', null, 'K'], [], []],
  ['a name in two places counts as a given name', ['Noor', 'Idris', 'Idris'], ['idris', 'noor'], []],
  ['a person without given names has no keys', [null, null, null], [], []],
] as const)('%s', async (_, [first, preferred, middle], givenKeys, middleKeys) => {
  expect(await keysOf(first, preferred, middle)).toEqual({ given: [...givenKeys], middle: [...middleKeys] })
})
