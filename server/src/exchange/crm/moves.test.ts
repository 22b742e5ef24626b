import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { crmChangeMoves, crmChangeStatuses, type CrmChangeMove } from '@alumni/shared/exchange/crm'
import { moveChanges } from './moves.ts'
import { buildCrmStory } from './testing/crm-story.ts'

const { addChange, importCrmCities, db, people, rowsOf } = await buildCrmStory()
const moves = Object.keys(crmChangeMoves) as CrmChangeMove[]
const { id: importId } = await importCrmCities(['B00000002', 'Cary'])
const { rows } = await sql<{
  id: string
}>`insert into crm_data_export_batches (exported_by_id, change_count) values (${people.admin.id}, 1) returning id`.execute(
  db,
)
const exportId = Number(rows[0]!.id)

test.each(crmChangeStatuses.flatMap((status) => moves.map((move) => ({ status, move }))))(
  'a change that is $status reacts to $move as the table says',
  async ({ status, move }) => {
    const id = await addChange('B00000001', 'city', 'Raleigh', { status })
    const [before] = await rowsOf('crm_data_changes', { id })
    const moved = await moveChanges(db, move, move === 'verify' ? importId : exportId, (change) =>
      change('id', '=', id),
    )
    const [after] = await rowsOf('crm_data_changes', { id })
    expect(moved).toBe(crmChangeMoves[move].from.some((from) => from === status) ? 1 : 0)
    if (moved) expect(after!.status).toBe(crmChangeMoves[move].to)
    else expect(after).toEqual(before)
  },
)

test('pending changes can be exported, exported ones undone or verified, and verified ones are final', () => {
  expect(moves.map((move) => [...crmChangeMoves[move].from, crmChangeMoves[move].to])).toEqual([
    ['pending', 'exported'],
    ['exported', 'pending'],
    ['exported', 'verified'],
  ])
})
