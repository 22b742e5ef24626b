import { beforeAll, expect, test } from 'vitest'
import type { FoundBy, SearchPage } from '@alumni/shared/alumni/search'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { add } = recordsOf(story)
const vera = await story.as('viewer')

beforeAll(async () => {
  await add('alumni', {
    buid: 'B00000901',
    contact_id: 'C-000000901',
    first_name: 'Nora',
    last_name: 'Abbott',
    former_last_name: 'Nováková',
    primary_email: 'nora@example.org',
    work_email: 'N.Abbott@globex.example',
    mobile_phone: '(617) 555-0101',
    home_phone: '+1 212 555 0199',
  })
})

async function reasons(q: string): Promise<FoundBy[] | undefined> {
  const reply = await vera.get(`/alumni_search?${new URLSearchParams({ q })}`)
  return reply.json<SearchPage>().alumni.find(({ buid }) => buid === 'B00000901')?.found_by
}

test.each<[string, FoundBy[]]>([
  ['(212) 555-0199', [{ field: 'home_phone', value: '+1 212 555 0199' }]],
  ['0101', [{ field: 'mobile_phone', value: '(617) 555-0101' }]],
  ['n.abbott@', [{ field: 'work_email', value: 'N.Abbott@globex.example' }]],
  ['NORA@example.org', [{ field: 'primary_email', value: 'nora@example.org' }]],
  ['novak', [{ field: 'former_last_name', value: 'Nováková' }]],
  ['Novakovaa', [{ field: 'former_last_name', value: 'Nováková' }]],
  ['nora novak', [{ field: 'former_last_name', value: 'Nováková' }]],
  ['00000901', [{ field: 'buid', value: 'B00000901' }]],
  ['C-000000901', [{ field: 'contact_id', value: 'C-000000901' }]],
  [
    'novak 0199',
    [
      { field: 'former_last_name', value: 'Nováková' },
      { field: 'home_phone', value: '+1 212 555 0199' },
    ],
  ],
])('Vera finds Nora by “%s”, and the row shows the matching value', async (q, expected) => {
  expect(await reasons(q)).toEqual(expected)
})

test.each(['nora', 'Abbott Nora', 'abot'])('the row shows no reason for “%s”, because it is her name', async (q) => {
  expect(await reasons(q)).toBeUndefined()
})
