import { fieldLabel } from '@alumni/shared/alumni/record'
import type { AuditEntry } from '@alumni/shared/staff/audit-log'
import { Link } from '@tanstack/react-router'
import { BeforeAfter } from '../../ui/format/before-after.tsx'
import { Breakable } from '../../ui/format/breakable.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { ShortDate } from '../../ui/format/times.tsx'
import { describeAction, describeSubject } from './audit-text.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'

export const auditColumns: Column<AuditEntry>[] = [
  column('what', 'What', (entry) => <ActionText entry={entry} />),
  column('at', 'When', { width: 170 }, ({ at, address }) => (
    <span className="lines">
      <ShortDate date={at} />
      {address && <span className="fact">from {address}</span>}
    </span>
  )),
  column('changes', 'Values', { width: 380 }, (row) => <Values entry={row} />),
]

function ActionText({ entry }: { entry: AuditEntry }) {
  const { before, after } = describeAction(entry.action)
  return (
    <span>
      <strong>{entry.who}</strong> {before}
      {after !== undefined && <Subject entry={entry} />}
      {after}
    </span>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  return entry.page ? <Link to={entry.page}>{describeSubject(entry)}</Link> : <strong>{describeSubject(entry)}</strong>
}

const maxLength = 200

function Values({ entry: { changes, facts } }: { entry: AuditEntry }) {
  const values = changes.length + facts.length
  if (values === 0) return emptyCell
  return (
    <details>
      <summary style={{ cursor: 'pointer' }}>{formatCount(values, ['value', 'values'])}</summary>
      <ul className="list lines">
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            {field && <span className="fact">{fieldLabel(field)} </span>}
            <BeforeAfter before={before} after={after} />
          </li>
        ))}
        {facts.map(({ name, value }) => (
          <li key={name}>
            <span className="fact">{name} </span>
            <Breakable text={value.length > maxLength ? `${value.slice(0, maxLength)}…` : value} />
          </li>
        ))}
      </ul>
    </details>
  )
}
