import { type AlumnusPage, fieldLabel } from '@alumni/shared/alumni/record'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Link } from '@tanstack/react-router'
import { UndoChangeButton } from '../../domain/people/undo-change.tsx'
import { useSession } from '../../domain/session/session.ts'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { RelativeTime } from '../../ui/words/times.tsx'
import { Card, Entries } from '../../ui/page/card.tsx'
import { formatValue } from '../../ui/words/format-value.ts'

const statuses = { pending: 'Pending', exported: 'Exported', verified: 'Verified' } as const

/** Changes made here that the CRM has not confirmed yet. */
export function CrmChangesCard({ page: { alumnus, crm_changes: changes } }: { page: AlumnusPage }) {
  const { role } = useSession().user
  const [isAdmin, mayUndo] = [hasRole(role, 'admin'), hasRole(role, 'staff')]
  if (changes.length === 0) return null
  return (
    <Card title="Changes for the CRM" count={changes.length}>
      <Entries>
        {changes.map(({ id, field, before, after, status, made_by, created_at }) => (
          <li key={id} className="lines">
            <span>
              <strong>{fieldLabel(field)}</strong> <span className="note">{statuses[status]}</span>
            </span>
            <BeforeAfter before={formatValue(field, before)} after={formatValue(field, after)} />
            <span className="fact">
              <RelativeTime time={created_at} /> · {made_by}
            </span>
            {mayUndo && status === 'pending' && <UndoChangeButton change={{ buid: alumnus.buid, id, field, after }} />}
          </li>
        ))}
      </Entries>
      {isAdmin && (
        <Link to="/settings/crm/crm_changes" search={{ q: alumnus.buid, state: 'all', page: 1 }}>
          All changes of this person
        </Link>
      )}
    </Card>
  )
}
