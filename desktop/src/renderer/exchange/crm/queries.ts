import { conflictsPage, crmChangesPage, openConflictsReply } from '@alumni/shared/exchange/crm'
import type { ConflictsQuery, CrmChangesQuery } from '@alumni/shared/exchange/crm'
import { writePlainSearch } from '../../plain-search.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export const conflictsUrl = '/settings/crm/conflicts'
export const changesUrl = '/settings/crm/crm_changes'

export const invalidates = ['crm', 'alumni']

export type ConflictsSearch = Omit<ConflictsQuery, 'state'> & Partial<Pick<ConflictsQuery, 'state'>>

export const conflictsQuery = (search: ConflictsSearch) =>
  readPageQuery(['crm', 'conflicts', search], `${conflictsUrl}${writePlainSearch(search)}`, conflictsPage)

export const changesQuery = (search: CrmChangesQuery) =>
  readPageQuery(['crm', 'changes', search], `${changesUrl}${writePlainSearch(search)}`, crmChangesPage)

export const openConflictsQuery = readQuery(['crm', 'conflicts', 'open'], `${conflictsUrl}/open`, openConflictsReply, {
  staleTime: 5 * 60_000,
})
