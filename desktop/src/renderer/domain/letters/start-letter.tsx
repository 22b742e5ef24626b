import { peopleList, type PeopleList } from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, type ButtonProps } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { formatNumber } from '../../ui/format/numbers.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useInvitation } from './invitation.ts'

/** `about` is the subject, such as `event:12`. */
const letterStart = z.object({ list: peopleList.optional(), about: z.string().optional() })
type LetterStart = z.infer<typeof letterStart>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** History state survives a reload and keeps names and BUIDs out of the URL. */
    letter?: LetterStart
  }
}

function useOpenLetterForm(): (letterStart: LetterStart) => void {
  const navigate = useNavigate()
  return (letter) => void navigate({ to: '/letters/new', state: { letter } })
}

/** Returns a function that opens the letter form for a list. `about` defaults to the current invitation's subject. */
export function useStartLetter(): (list: PeopleList, about?: string) => void {
  const openForm = useOpenLetterForm()
  const [invitation] = useInvitation()
  return (list, subject = invitation?.about) => openForm({ list, ...(subject && { about: subject }) })
}

/** Returns the list and subject with which the letter form was opened, or undefined if there are none. */
export function useLetterStart(): LetterStart | undefined {
  return letterStart.optional().catch(undefined).parse(useLocation().state.letter)
}

export const invitePeopleLabel = 'Invite people…'

/** Returns a function that asks whom to invite to an event or opportunity. */
export function useInvitePeople(): (subject: string) => void {
  const openForm = useOpenLetterForm()
  return (subject) => openForm({ about: subject })
}

export function InvitePeopleButton({ about }: { about: string }) {
  const { user } = useSession()
  const invitePeople = useInvitePeople()
  if (!hasRole(user.role, 'staff')) return null
  return (
    <Button icon={IconMailForward} onClick={() => invitePeople(about)}>
      {invitePeopleLabel}
    </Button>
  )
}

type WriteLetterButtonProps = ButtonProps & {
  list: PeopleList
  about?: string
  people: number | undefined
  /** Defaults to text such as "Write to these 312". */
  label?: string
}

export function WriteLetterButton({ list, about, people, label, ...button }: WriteLetterButtonProps) {
  const { user } = useSession()
  const [invitation] = useInvitation()
  const startLetter = useStartLetter()
  if (!hasRole(user.role, 'staff')) return null
  return (
    <Button
      variant={invitation && !about ? 'filled' : 'default'}
      icon={IconMailForward}
      disabled={!people}
      onClick={() => startLetter(list, about)}
      {...button}
    >
      {label ?? (
        <span>
          Write to{' '}
          <Box component="span" visibleFrom="sm">
            {'these '}
          </Box>
          {people !== undefined && formatNumber(people)}
        </span>
      )}
    </Button>
  )
}
