import { auditPage, auditQuery } from '@alumni/shared/staff/audit-log'
import type { App, Context } from '../../foundations/context.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { actions } from '../accounts/actions.ts'
import { audit } from '../accounts/audit.ts'
import { auditHeader, listRows, auditUrl, readAuditPage } from './list-entries.ts'
import type { SubjectNames } from './subject-names.ts'

/** Registers the audit log and its export. `subjectNames` finds the names of subjects other than users and keys. */
export function auditLogRoutes(app: App, { config }: Context, subjectNames: SubjectNames): void {
  const entries = actions(app, { url: auditUrl, needs: 'admin' })
  entries.page('', { query: auditQuery, reply: auditPage }, ({ db, query }) =>
    readAuditPage(db, config, subjectNames, query),
  )

  entries.get(
    '.csv',
    { query: auditQuery.omit({ before: true }), proof: 'Export the audit log', handlerTimeout: 10 * 60_000 },
    async ({ db, me, query, reply }) => {
      await audit(db, me, 'audit-log.exported', 'audit-log', { filter: query })
      return sendCsv(reply, 'audit-log.csv', auditHeader, listRows(db, config, query))
    },
  )
}
