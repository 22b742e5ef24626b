import type { FieldChange } from '@alumni/shared/exchange/imports'
import { UnstyledButton } from '@mantine/core'
import { BeforeAfter, Value } from '../../ui/words/before-after.tsx'
import more from '../../ui/more.module.css'
import classes from './row-changes.module.css'

const shownAtFirst = 3

type RowChangesProps = {
  changes: FieldChange[]
  /** All there is to say of a record that is new, or goes: its values alone. */
  isWhole: boolean
  labels: ReadonlyMap<string, string>
  isOpen: boolean
  onToggle: () => void
}

const named = ['buid', 'first_name', 'last_name']
const places = ['city', 'state', 'country']

/** Where a new person lives; the name stands beside. */
export function placeIn(changes: readonly FieldChange[]): string {
  return places.flatMap((field) => changes.find((change) => change.field === field)?.after ?? []).join(', ')
}

/** What is left to say of a new record beside its name and place; that something is not so goes without saying. */
export function besideNameAndPlace(changes: readonly FieldChange[]): FieldChange[] {
  return changes.filter(({ field, after }) => ![...named, ...places].includes(field) && after !== 'false')
}

/** A flag as a person says it. */
function spoken(value: string | null): string | null {
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value
}

/** Each field as `before → after`; of a record that comes or goes, its value. */
export function RowChanges({ changes, isWhole, labels, isOpen, onToggle }: RowChangesProps) {
  if (changes.length === 0) return null
  const hidden = changes.length - shownAtFirst
  const shown = isOpen || hidden === 1 ? changes : changes.slice(0, shownAtFirst)
  return (
    <>
      <dl className={classes.changes} data-inline={(isWhole && !isOpen) || undefined}>
        {shown.map((change) => (
          <div key={change.field}>
            <dt>{labels.get(change.field) ?? change.field}</dt>
            <dd>
              {isWhole && (change.before === null || change.after === null) ? (
                <Value text={spoken(change.before ?? change.after)} />
              ) : (
                <BeforeAfter before={spoken(change.before)} after={spoken(change.after)} />
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
