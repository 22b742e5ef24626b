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
import { unpublishedStates, type Kind } from '../../domain/publications/kind.ts'
import type { StateLabel } from '../../ui/state-badge.tsx'

export const opportunities: Kind<OpportunityState> = {
  home: '/champion_signups/opportunities',
  queryKey: 'opportunities',
  nouns: ['opportunity', 'opportunities'],
  states: {
    ...unpublishedStates,
    open: { label: 'Open', icon: IconWorld, tone: 'good' },
    closed: { label: 'Closed', icon: IconLock, tone: 'plain' },
  },
}

export const responseStateLabels: Record<ResponseStatus, StateLabel> = {
  responded: { label: 'To decide', icon: IconClock, tone: 'accent' },
  accepted: { label: 'Accepted', icon: IconCircleCheck, tone: 'good' },
  waiting: { label: 'Waiting', icon: IconHourglass, tone: 'warn' },
  declined: { label: 'Declined', icon: IconCircleX, tone: 'plain' },
  withdrawn: { label: 'Withdrawn', icon: IconArrowBackUp, tone: 'plain' },
}
