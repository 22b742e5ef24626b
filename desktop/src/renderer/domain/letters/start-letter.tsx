import { peopleList, type PeopleList } from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, type ButtonProps } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { count } from '../../ui/words/numbers.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useInvitation } from './invitation.ts'

/** The people of a letter that begins, once they are chosen, and what it is about: `event:12`. */
const beginning = z.object({ list: peopleList.optional(), about: z.string().optional() })
type Beginning = z.infer<typeof beginning>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stored in the history entry, which survives a reload and puts no name or BUID into the address. */
    letter?: Beginning
  }
}

function useOpenLetterForm(): (beginning: Beginning) => void {
  const navigate = useNavigate()
  return (letter) => void navigate({ to: '/letters/new', state: { letter } })
}

/** Begins a letter to the people of a list, about what people are invited to unless `about` says otherwise. */
export function useStartLetter(): (list: PeopleList, about?: string) => void {
  const begin = useOpenLetterForm()
  const [invitation] = useInvitation()
  return (list, about = invitation?.about) => begin({ list, ...(about && { about }) })
}

/** Returns the list and subject with which the previous page begins a letter. */
export function useLetterStart(): Beginning | undefined {
  return beginning.optional().catch(undefined).parse(useLocation().state.letter)
}

/** Chooses the people of a letter about an event or opportunity (`event:12`); viewers do not see it. */
export function InvitePeopleButton({ about }: { about: string }) {
  const { user } = useSession()
  const begin = useOpenLetterForm()
  if (!hasRole(user.role, 'staff')) return null
  return (
    <Button icon={IconMailForward} onClick={() => begin({ about })}>
      Invite people…
    </Button>
  )
}

type WriteToProps = ButtonProps & {
  list: PeopleList
  about?: string
  /** How many they are; the button waits for it. */
  people: number | undefined
  /** In place of "Write to these 312". */
  label?: string
}

/** The way from a list of people to a letter; viewers do not see it. */
export function WriteLetterButton({ list, about, people, label, ...button }: WriteToProps) {
  const { user } = useSession()
  const [invitation] = useInvitation()
  const write = useStartLetter()
  if (!hasRole(user.role, 'staff')) return null
  return (
    <Button
      variant={invitation && !about ? 'filled' : 'default'}
      icon={IconMailForward}
      disabled={!people}
      onClick={() => write(list, about)}
      {...button}
    >
      {label ?? (
        <span>
          Write to{' '}
          <Box component="span" visibleFrom="sm">
            {'these '}
          </Box>
          {people !== undefined && count(people)}
        </span>
      )}
    </Button>
  )
}
