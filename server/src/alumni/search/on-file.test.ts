import { expect, test } from 'vitest'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { as, people } = story

test('while no one is on file, Vera reads whom to ask', async () => {
  const vera = await as('viewer')
  const onFile = async () => (await vera.get('/alumni_search/on_file')).json<unknown>()
  expect(await onFile()).toEqual({ has_alumni: false, administrators: [people.admin.name] })
  await recordsOf(story).add('alumni', { buid: 'B00000001', first_name: 'Peggy' })
  expect(await onFile()).toEqual({ has_alumni: true, administrators: [] })
})
