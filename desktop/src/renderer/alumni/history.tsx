import { fieldName, type AlumnusPage } from '@alumni/shared/alumni'
import { importType } from '@alumni/shared/imports'
import { hasRole } from '@alumni/shared/staff'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../shell/session.ts'
import { BeforeAfter, Value } from '../words/before-after.tsx'
import { count } from '../words/numbers.ts'
import { When } from '../words/when.tsx'
import { changeTitle, historyChanges, sayValue, type HistoryChange } from './history-changes.ts'
import more from '../shell/more.module.css'
import classes from './history.module.css'

const shownAtFirst = 12

/** What changed, newest first: before and after, when, who, and from which import. */
export function History({ page: { history, history_count } }: { page: AlumnusPage }) {
  const [isAll, setAll] = useState(false)
  const changes = historyChanges(history)
  const shown = isAll ? changes : changes.slice(0, shownAtFirst)
  return (
    <aside className={classes.history} aria-labelledby="history">
      <h2 id="history">History</h2>
      {changes.length === 0 && <p className="muted">Nothing has changed since this record came on file.</p>}
      <ol>
        {shown.map((change) => (
          <li key={change.id}>
            <Change change={change} />
          </li>
        ))}
      </ol>
      {changes.length > shown.length && (
        <UnstyledButton className={more.more} onClick={() => setAll(true)}>
          Show {count(changes.length - shown.length)} earlier
        </UnstyledButton>
      )}
      {isAll && history_count > history.length && <p className="muted">{count(history_count - history.length)} older entries are not shown.</p>}
    </aside>
  )
}

function Change({ change }: { change: HistoryChange }) {
  const { deed, entries, at, by } = change
  return (
    <>
      <h3>{changeTitle(change)}</h3>
      <dl data-many={entries.length > 1 || deed !== 'changed' || undefined}>
        {entries.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldName(field)}</dt>
            <dd>{deed === 'changed' ? <BeforeAfter before={sayValue(field, before)} after={sayValue(field, after)} /> : <Value text={sayValue(field, deed === 'created' ? after : before)} />}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.who}>
        <When at={at} />
        {by && <> · {by}</>}
        <FromImport change={change} />
      </p>
    </>
  )
}

function FromImport({ change: { import_type, batch_id } }: { change: HistoryChange }) {
  const { user } = useSession()
  const type = importType.safeParse(import_type)
  if (!type.success || batch_id === null) return null
  if (!hasRole(user.role, 'admin')) return <> · import {batch_id}</>
  return (
    <>
      {' · '}
      <Link to="/settings/imports/$type/batches/$id" params={{ type: type.data, id: String(batch_id) }} search={{ page: 1 }}>
        import {batch_id}
      </Link>
    </>
  )
}
