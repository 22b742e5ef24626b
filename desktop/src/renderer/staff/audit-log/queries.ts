import { auditPage, type AuditQuery } from '@alumni/shared/staff/audit-log'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export function auditLogQuery(search: AuditQuery) {
  return queryOptions({
    queryKey: ['audit-log', search],
    queryFn: ({ signal }) => request(`/settings/audit_log${writePlainSearch(search)}`, auditPage, { signal }),
    placeholderData: keepPreviousData,
  })
}
