import type { WrittenLetter } from '@alumni/shared/champions/staff-page'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { When } from '../../ui/words/when.tsx'
import more from '../../ui/more.module.css'
import classes from './signup-page.module.css'

const states = { waiting: 'On its way', sent: 'Sent', failed: 'Not delivered' } as const

/** What staff wrote to them. */
export function LettersCard({ letters }: { letters: readonly WrittenLetter[] }) {
  return (
    <Card
      title="Letters"
      count={letters.length}
      empty={letters.length === 0 && 'Nobody has written to them from here.'}
    >
      <ul className={classes.rows}>
        {letters.map((letter) => (
          <li key={letter.id}>
            <Letter letter={letter} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Letter({ letter: { subject, body, by, at, state, failure } }: { letter: WrittenLetter }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className={classes.line}>
        <strong>{subject}</strong>
        {state && <span>{states[state]}</span>}
      </span>
      <span className={classes.soft}>
        <When at={at} /> · {by}
        {state !== 'sent' && failure && ` · ${failure}`}
      </span>
      {isOpen && <span className={classes.quote}>{body}</span>}
      <UnstyledButton className={more.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Read it'}
      </UnstyledButton>
    </>
  )
}
