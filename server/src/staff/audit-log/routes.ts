import { auditPage, auditQuery } from '@alumni/shared/staff/audit-log'
import type { App, Context } from '../../foundations/context.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { audit } from '../accounts/audit.ts'
import { requireStaffUser } from '../accounts/identify.ts'
import { staffPage, staffRoute } from '../accounts/staff-page.ts'
import { auditHeader, auditRows, auditUrl, listEntries } from './list-entries.ts'
import type { SubjectNames } from './subject-names.ts'

/**
 * Serves the actions of staff, administrators and jobs to administrators. `subjectNames` knows the names of the other
 * rooms' things.
 */
export function auditLogRoutes(app: App, { config }: Context, subjectNames: SubjectNames): void {
  staffPage(
    app,
    { url: auditUrl, needs: 'admin', schema: { querystring: auditQuery, response: { 200: auditPage } } },
    ({ db, query }) => listEntries(db, config, subjectNames, query),
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${auditUrl}.csv`,
      needs: 'admin',
      needsProof: 'Export the audit log',
      schema: { querystring: auditQuery.omit({ before: true }) },
      handlerTimeout: 10 * 60_000,
    },
    async (request, reply) => {
      await audit(request.db, requireStaffUser(request), 'audit-log.exported', 'audit-log', { filter: request.query })
      return sendCsv(reply, 'audit-log.csv', auditHeader, auditRows(request.db, config, request.query))
    },
  )
}
