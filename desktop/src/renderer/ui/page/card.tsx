import { UnstyledButton } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { count as countWords } from '../words/numbers.ts'
import classes from './card.module.css'

/** One kind of record on the page of a person; says so where there is none. */
export function Card({
  title,
  count,
  empty,
  actions,
  id,
  children,
}: {
  title: string
  count?: number
  empty?: string | false
  actions?: ReactNode
  id?: string
  children?: ReactNode
}) {
  const heading = useId()
  return (
    <section id={id} className={classes.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>
          {title}
          {count !== undefined && count > 1 && <span className={classes.count}>{countWords(count)}</span>}
        </h2>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {empty ? <p className="muted">{empty}</p> : children}
    </section>
  )
}

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== '')
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One record in a list: what it is, then the rest of it. */
export function Entry({
  title,
  mark,
  lines,
}: {
  title: string
  mark?: string | null
  lines: readonly (string | null)[]
}) {
  return (
    <li className={classes.entry}>
      <strong>{title}</strong>
      {mark && <span className={classes.mark}>{mark}</span>}
      {lines.filter(Boolean).map((line) => (
        <span key={line} className={classes.line}>
          {line}
        </span>
      ))}
    </li>
  )
}

/** Shows five of more than six, then all; on paper always all. `of` reads like "12 degrees". */
export function Entries({ children, count = 0, of }: { children: ReactNode; count?: number; of?: string }) {
  const [isWhole, setWhole] = useState(count <= 6)
  return (
    <>
      <ul className={classes.entries} data-few={!isWhole || undefined}>
        {children}
      </ul>
      {!isWhole && (
        <UnstyledButton className="more" onClick={() => setWhole(true)}>
          Show all {of}
        </UnstyledButton>
      )}
    </>
  )
}
