import { fieldName } from '@alumni/shared/alumni/record'
import type { AuditEntry } from '@alumni/shared/staff/audit-log'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/data-table.tsx'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { none } from '../../ui/words/none.tsx'
import { When } from '../../ui/words/when.tsx'
import { sayAction } from './say-action.ts'
import classes from './audit-log.module.css'

/** What was done to which thing, by whom from where, when, and what it changed. */
export const auditColumns: Column<AuditEntry>[] = [
  {
    id: 'what',
    header: 'What',
    meta: { width: 230 },
    cell: ({ row: { original: entry } }) => (
      <span className={classes.pair}>
        <strong>{sayAction(entry.action)}</strong>
        <Subject entry={entry} />
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    meta: { width: 170 },
    cell: ({ row }) => (
      <span className={classes.pair}>
        <span>{row.original.who}</span>
        {row.original.address && <span className={classes.soft}>from {row.original.address}</span>}
      </span>
    ),
  },
  { id: 'at', header: 'When', meta: { width: 150 }, cell: ({ row }) => <When at={row.original.at} /> },
  { id: 'changes', header: 'Changes', cell: ({ row }) => <Changes entry={row.original} /> },
]

function Subject({ entry: { page, subject } }: { entry: AuditEntry }) {
  if (!page) return <span className={classes.soft}>{subject}</span>
  return (
    <Link to={page} className={classes.soft}>
      {subject}
    </Link>
  )
}

const shownLines = 6
const shownLetters = 200

function Changes({ entry: { changes, facts } }: { entry: AuditEntry }) {
  if (changes.length + facts.length === 0) return none
  return (
    <ul className={classes.changes}>
      {changes.slice(0, shownLines).map(({ field, before, after }) => (
        <li key={field}>
          {field && <span className={classes.soft}>{fieldName(field)} </span>}
          <BeforeAfter before={before} after={after} />
        </li>
      ))}
      {changes.length > shownLines && (
        <li className={classes.soft}>and {changes.length - shownLines} more; the file has them all</li>
      )}
      {facts.slice(0, shownLines).map(({ name, value }) => (
        <li key={name}>
          <span className={classes.soft}>{name} </span>
          <Breakable text={value.length > shownLetters ? `${value.slice(0, shownLetters)}…` : value} />
        </li>
      ))}
    </ul>
  )
}
