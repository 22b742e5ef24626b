import { Box, Group, Stack, UnstyledButton } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { formatList, formatNumber } from '../format/numbers.ts'
import { WholeWords } from '../format/whole-words.tsx'
import classes from './card.module.css'

type CardProps = { title: string; count?: number; actions?: ReactNode; id?: string; children?: ReactNode }

export function Card({ title, count, actions, id, children }: CardProps) {
  const heading = useId()
  return (
    <section id={id} className={`panel ${classes.card}`} aria-labelledby={heading}>
      <Group align="baseline" justify="space-between" wrap="nowrap">
        <Group component="h2" id={heading} align="baseline" gap={8} wrap="nowrap">
          <WholeWords text={title} />
          {count !== undefined && count > 1 && <span className="muted">{formatNumber(count)}</span>}
        </Group>
        {actions && <Box m="-4px -4px -4px 0">{actions}</Box>}
      </Group>
      {children}
    </section>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value || value === 0)
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function NothingOnFile({ names }: { names: readonly (string | false | undefined)[] }) {
  const missing = names.filter((name) => name !== undefined && name !== false)
  return missing.length > 0 && <p className="muted">No {formatList(missing, 'disjunction')} on file.</p>
}

type EntryProps = { title: string; mark?: string | null; lines: readonly (string | null)[] }

export function Entry({ title, mark, lines }: EntryProps) {
  return (
    <li className="lines">
      <span>
        <strong>{title}</strong> {mark && <span className="note">{mark}</span>}
      </span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="fact">
          {line}
        </span>
      ))}
    </li>
  )
}

/** If there are more than six entries, shows five until the user opens the rest. Printing shows all of them. */
export function Entries({ children, count = 0, of }: { children: ReactNode; count?: number; of?: string }) {
  const [isWhole, setWhole] = useState(count <= 6)
  return (
    <>
      <Stack component="ul" gap={12} className={`list ${classes.entries}`} data-few={!isWhole || undefined}>
        {children}
      </Stack>
      {!isWhole && (
        <UnstyledButton className="more" onClick={() => setWhole(true)}>
          Show all {of}
        </UnstyledButton>
      )}
    </>
  )
}
