import {
  conflictsPage,
  crmChangesPage,
  openConflictsReply,
  type ConflictsQuery,
  type CrmChangesQuery,
} from '@alumni/shared/exchange/crm'
import { writePlainSearch } from '../../plain-search.ts'
import { read, readPage } from '../../ui/read.ts'

export const conflictsUrl = '/settings/crm/conflicts'
export const changesUrl = '/settings/crm/crm_changes'

export const invalidates = ['crm', 'alumni']

export type ConflictsSearch = Omit<ConflictsQuery, 'state'> & Partial<Pick<ConflictsQuery, 'state'>>

export const conflictsQuery = (search: ConflictsSearch) =>
  readPage(['crm', 'conflicts', search], `${conflictsUrl}${writePlainSearch(search)}`, conflictsPage)

export const changesQuery = (search: CrmChangesQuery) =>
  readPage(['crm', 'changes', search], `${changesUrl}${writePlainSearch(search)}`, crmChangesPage)

export const openConflictsQuery = read(['crm', 'conflicts', 'open'], `${conflictsUrl}/open`, openConflictsReply, {
  staleTime: 5 * 60_000,
})
