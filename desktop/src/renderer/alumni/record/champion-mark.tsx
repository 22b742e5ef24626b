import type { ChampionSignup } from '@alumni/shared/alumni/record'
import { hasRole } from '@alumni/shared/staff/accounts'
import { IconHeartHandshake } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../domain/session/session.ts'
import classes from './champion-mark.module.css'

export const signupStates: Record<ChampionSignup['status'], string> = {
  started: 'Started, not completed',
  completed: 'Completed',
  linked: 'Completed and linked',
}

/** Beside the name: that someone is a champion, and how far the signup has come. It leads there. */
export function ChampionMark({ signup: { id, status } }: { signup: ChampionSignup }) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  const words = (
    <>
      <IconHeartHandshake size={15} stroke={1.8} aria-hidden />
      <strong>Champion</strong>
      <span>{signupStates[status].toLowerCase()}</span>
    </>
  )
  if (!isStaff) return <span className={classes.mark}>{words}</span>
  return (
    <Link className={classes.mark} to="/champion_signups/$id" params={{ id: String(id) }}>
      {words}
    </Link>
  )
}
