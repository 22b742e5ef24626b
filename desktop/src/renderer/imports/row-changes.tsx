import type { FieldChange } from '@alumni/shared/imports'
import { UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { markChanges, type Part } from './diff.ts'
import classes from './row-changes.module.css'

const shownAtFirst = 3

type RowChangesProps = { changes: FieldChange[]; isNew: boolean; labels: ReadonlyMap<string, string>; isOpen: boolean; onToggle: () => void }

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
            <dd>{isNew && change.before === null ? <Value text={change.after} /> : <BeforeAfter change={change} />}</dd>
          </div>
        ))}
      </dl>
      {hidden > 1 && (
        <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={onToggle} tabIndex={0}>
          {isOpen ? 'Show fewer fields' : `and ${hidden} more fields`}
        </UnstyledButton>
      )}
    </>
  )
}

function BeforeAfter({ change: { before, after } }: { change: FieldChange }) {
  const marked = before !== null && after !== null ? markChanges(before, after) : null
  return (
    <span className={classes.pair}>
      <del className={classes.before}>{marked ? <Parts parts={marked.before} /> : <Value text={before} isMarked />}</del>
      <IconArrowRight size={13} stroke={1.8} aria-label="becomes" role="img" />
      <ins className={classes.after}>{marked ? <Parts parts={marked.after} /> : <Value text={after} isMarked />}</ins>
    </span>
  )
}

function Value({ text, isMarked = false }: { text: string | null; isMarked?: boolean }) {
  if (text === null || text === '') return <span className={classes.empty}>empty</span>
  return isMarked ? <mark>{text}</mark> : text
}

function Parts({ parts }: { parts: Part[] }) {
  return parts.map((part, i) => (part.isChanged ? <mark key={i}>{part.text}</mark> : <span key={i}>{part.text}</span>))
}
