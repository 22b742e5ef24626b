import type { ConflictsPage, CrmChangesPage } from '@alumni/shared/exchange/crm'
import { buildImportStory, csv } from '../../imports/testing/import-story.ts'
import { recordsOf, type Fields } from '../../imports/testing/records.ts'

export const conflictsUrl = '/settings/crm/conflicts'
export const changesUrl = '/settings/crm/crm_changes'

export async function buildCrmStory(changes?: Parameters<typeof buildImportStory>[0]) {
  const story = await buildImportStory(changes)
  const records = recordsOf(story)
  const { add, change, remove, rowsOf } = records
  await add('alumni', {
    buid: 'B00000001',
    first_name: 'Margaret',
    preferred_name: 'Peggy',
    last_name: 'Jones',
    city: 'Raleigh',
    contact_id: 'C-000000001',
  })
  await add('alumni', { buid: 'B00000002', first_name: 'José', last_name: 'Álvarez', city: 'Cary' })
  return {
    ...story,
    ...records,
    async addChange(buid: string, field: string, after: string | null, more: Fields = {}): Promise<number> {
      await change('alumni', { buid }, { [field]: after })
      return add('crm_data_changes', { buid, field, before: 'Durham', after, made_by: 'Peggy Jones', ...more })
    },
    importCrmCities: (...cities: [buid: string, city: string][]) =>
      story.importFile('contacts', csv('BUID,City', ...cities.map((row) => row.join(',')))),
    conflicts: async (query = '') => (await story.ada.get(`${conflictsUrl}${query}`)).json<ConflictsPage>(),
    changes: async (query = '') => (await story.ada.get(`${changesUrl}${query}`)).json<CrmChangesPage>(),
    async forgetCrm(): Promise<void> {
      for (const table of ['crm_conflicts', 'crm_data_changes'] as const)
        for (const { id } of await rowsOf(table)) await remove(table, { id: id! })
    },
  }
}
