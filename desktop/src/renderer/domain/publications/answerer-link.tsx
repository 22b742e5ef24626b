import { IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Breakable } from '../../ui/words/breakable.tsx'
import classes from './columns.module.css'

type Answerer = { signup_id: number | null; name: string; email: string | null; buid: string | null }

/** A champion in a table of answers: the name leads to their signup, the address stands under it. */
export function AnswererLink({ person: { signup_id, name, email, buid } }: { person: Answerer }) {
  if (signup_id === null) return <span className="muted">{name}</span>
  return (
    <span className={classes.lines}>
      <span>
        <Link to="/champion_signups/$id" params={{ id: String(signup_id) }} className={classes.name}>
          {name}
        </Link>{' '}
        {buid && <IconLink size={13} stroke={1.8} role="img" aria-label="linked to an alumnus" className="muted" />}
      </span>
      {email && (
        <span className={classes.fact}>
          <Breakable text={email} />
        </span>
      )}
    </span>
  )
}
