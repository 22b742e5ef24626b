import type { FieldChange } from '@alumni/shared/imports'
import { UnstyledButton } from '@mantine/core'
import { BeforeAfter, Value } from '../ui/words/before-after.tsx'
import more from '../ui/more.module.css'
import classes from './row-changes.module.css'

const shownAtFirst = 3

type RowChangesProps = {
  changes: FieldChange[]
  isNew: boolean
  labels: ReadonlyMap<string, string>
  isOpen: boolean
  onToggle: () => void
}

/** Each field as `before → after`; a new record has only an after. */
export function RowChanges({ changes, isNew, labels, isOpen, onToggle }: RowChangesProps) {
  if (changes.length === 0) return null
  const hidden = changes.length - shownAtFirst
  const shown = isOpen || hidden === 1 ? changes : changes.slice(0, shownAtFirst)
  return (
    <>
      <dl className={classes.changes} data-inline={(isNew && !isOpen) || undefined}>
        {shown.map((change) => (
          <div key={change.field}>
            <dt>{labels.get(change.field) ?? change.field}</dt>
            <dd>
              {isNew && change.before === null ? (
                <Value text={change.after} />
              ) : (
                <BeforeAfter before={change.before} after={change.after} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {hidden > 1 && (
        <UnstyledButton className={more.more} aria-expanded={isOpen} onClick={onToggle} tabIndex={0}>
          {isOpen ? 'Show fewer fields' : `and ${hidden} more fields`}
        </UnstyledButton>
      )}
    </>
  )
}
