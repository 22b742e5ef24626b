import { IconArrowRight } from '@tabler/icons-react'
import { markChanges, type Part } from './diff.ts'
import classes from './before-after.module.css'

/** Renders `before → after` and marks the difference; null means no value. */
export function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  const marked = before !== null && after !== null ? markChanges(before, after) : null
  return (
    <span className={classes.pair}>
      <del className={classes.before}>
        {marked ? <Parts parts={marked.before} /> : <Value text={before} isMarked />}
      </del>
      <IconArrowRight size={13} stroke={1.8} aria-label="becomes" role="img" />
      <ins className={classes.after}>{marked ? <Parts parts={marked.after} /> : <Value text={after} isMarked />}</ins>
    </span>
  )
}

export function Value({ text, isMarked = false }: { text: string | null; isMarked?: boolean }) {
  if (text === null || text === '') return <em className="muted">empty</em>
  return isMarked ? <mark>{text}</mark> : text
}

function Parts({ parts }: { parts: Part[] }) {
  return parts.map((part, i) => (part.isChanged ? <mark key={i}>{part.text}</mark> : <span key={i}>{part.text}</span>))
}
