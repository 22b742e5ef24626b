import { fieldName } from '@alumni/shared/alumni/record'
import type { AuditEntry } from '@alumni/shared/staff/audit-log'
import { Link } from '@tanstack/react-router'
import { column, type Column } from '../../ui/table-columns.tsx'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { none } from '../../ui/words/none.tsx'
import { When } from '../../ui/words/when.tsx'
import { actionWords } from './action-words.ts'

/** What was done to which thing, by whom from where, when, and what it changed. */
export const auditColumns: Column<AuditEntry>[] = [
  column(
    'what',
    'What',
    (entry) => (
      <span className="lines">
        <strong>{actionWords(entry.action)}</strong>
        <Subject entry={entry} />
      </span>
    ),
    { width: 230 },
  ),
  column(
    'who',
    'Who',
    (row) => (
      <span className="lines">
        <span>{row.who}</span>
        {row.address && <span className="fact">from {row.address}</span>}
      </span>
    ),
    { width: 170 },
  ),
  column('at', 'When', (row) => <When at={row.at} />, { width: 150 }),
  column('changes', 'Changes', (row) => <Changes entry={row} />),
]

function Subject({ entry: { page, subject } }: { entry: AuditEntry }) {
  if (!page) return <span className="fact">{subject}</span>
  return (
    <Link to={page} className="fact">
      {subject}
    </Link>
  )
}

const shownLines = 6
const shownLetters = 200

function Changes({ entry: { changes, facts } }: { entry: AuditEntry }) {
  if (changes.length + facts.length === 0) return none
  return (
    <ul className="list lines">
      {changes.slice(0, shownLines).map(({ field, before, after }) => (
        <li key={field}>
          {field && <span className="fact">{fieldName(field)} </span>}
          <BeforeAfter before={before} after={after} />
        </li>
      ))}
      {changes.length > shownLines && (
        <li className="fact">and {changes.length - shownLines} more; the file has them all</li>
      )}
      {facts.slice(0, shownLines).map(({ name, value }) => (
        <li key={name}>
          <span className="fact">{name} </span>
          <Breakable text={value.length > shownLetters ? `${value.slice(0, shownLetters)}…` : value} />
        </li>
      ))}
    </ul>
  )
}
