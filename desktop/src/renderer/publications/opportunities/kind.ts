import type { ResponseStatus } from '@alumni/shared/publications/opportunities'
import type { OpportunityState } from '@alumni/shared/publications/staff-opportunities'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglass,
  IconLock,
  IconWorld,
} from '@tabler/icons-react'
import { unpublishedStates, type Kind, type StateLabel } from '../../domain/publications/kind.ts'

export const opportunities: Kind<OpportunityState> = {
  home: '/champion_signups/opportunities',
  queryKey: 'opportunities',
  nouns: ['opportunity', 'opportunities'],
  states: {
    ...unpublishedStates,
    open: { word: 'Open', icon: IconWorld, tone: 'good' },
    closed: { word: 'Closed', icon: IconLock, tone: 'plain' },
  },
}

export const responseWords: Record<ResponseStatus, StateLabel> = {
  responded: { word: 'To decide', icon: IconClock, tone: 'accent' },
  accepted: { word: 'Accepted', icon: IconCircleCheck, tone: 'good' },
  waiting: { word: 'Waiting', icon: IconHourglass, tone: 'warn' },
  declined: { word: 'Declined', icon: IconCircleX, tone: 'plain' },
  withdrawn: { word: 'Withdrawn', icon: IconArrowBackUp, tone: 'plain' },
}
