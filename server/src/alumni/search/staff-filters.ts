import { staffFilterNames } from '@alumni/shared/alumni/ask-filters'
import { searchQuery, type SearchFilters } from '@alumni/shared/alumni/search'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../../foundations/http/errors.ts'
import { getStaffUser } from '../../staff/index.ts'

export const isStaff = (request: FastifyRequest) => hasRole(getStaffUser(request).role, 'staff')

/** Throws HttpError 403 if a viewer filters by asks or champions' answers. */
export function refuseStaffFilters(request: FastifyRequest, filters: SearchFilters): void {
  if (isStaff(request) || staffFilterNames.every((name) => !filters[name])) return
  const subject = filters.answered || filters.answer ? 'Answers of champions are' : 'Who was asked is'
  throw new HttpError(403, `${subject} shown to staff only.`)
}

/** Accepts an invalid query. */
export function refuseStaffQuery(request: FastifyRequest, query: string): void {
  refuseStaffFilters(request, searchQuery.safeParse(Object.fromEntries(new URLSearchParams(query))).data ?? {})
}
