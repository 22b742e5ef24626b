import type { ResponseStatus } from '@alumni/shared/publications/opportunities'
import type { OpportunityState } from '@alumni/shared/publications/staff-opportunities'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglass,
  IconLock,
  IconPencil,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import type { Tone } from '../../ui/state-word.tsx'

type Word = { word: string; icon: Icon; tone: Tone }

export const stateWords: Record<OpportunityState, Word> = {
  draft: { word: 'Draft', icon: IconPencil, tone: 'warn' },
  scheduled: { word: 'Scheduled', icon: IconClock, tone: 'accent' },
  open: { word: 'Open', icon: IconWorld, tone: 'good' },
  closed: { word: 'Closed', icon: IconLock, tone: 'plain' },
}

export const statusWords: Record<ResponseStatus, Word> = {
  responded: { word: 'To decide', icon: IconClock, tone: 'accent' },
  accepted: { word: 'Accepted', icon: IconCircleCheck, tone: 'good' },
  waiting: { word: 'Waiting', icon: IconHourglass, tone: 'warn' },
  declined: { word: 'Declined', icon: IconCircleX, tone: 'plain' },
  withdrawn: { word: 'Taken back', icon: IconArrowBackUp, tone: 'plain' },
}

/** Where one helps: "Boston, or from anywhere". */
export function whereOf({ place, is_remote }: { place: string | null; is_remote: boolean }): string {
  if (!is_remote) return place ?? 'Anywhere'
  return place === null ? 'From anywhere' : `${place}, or from anywhere`
}
