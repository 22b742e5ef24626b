import type { RsvpStatus } from '@alumni/shared/publications/content'
import type { EventState } from '@alumni/shared/publications/staff-events'
import {
  IconCalendarCheck,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleX,
  IconHistory,
  IconHourglass,
  IconUserOff,
  IconWorld,
} from '@tabler/icons-react'
import { unpublishedStates, type Kind } from '../../domain/publications/kind.ts'
import type { StateLabel } from '../../ui/state-badge.tsx'

export const events: Kind<EventState> = {
  home: '/champion_signups/events',
  queryKey: 'events',
  nouns: ['event', 'events'],
  states: {
    ...unpublishedStates,
    upcoming: { label: 'Upcoming', icon: IconWorld, tone: 'good' },
    past: { label: 'Past', icon: IconHistory, tone: 'plain' },
    cancelled: { label: 'Canceled', icon: IconCalendarOff, tone: 'bad' },
  },
}

export const rsvpStateLabels: Record<RsvpStatus, StateLabel> = {
  going: { label: 'Going', icon: IconCalendarCheck, tone: 'accent' },
  waiting: { label: 'Waiting', icon: IconHourglass, tone: 'warn' },
  attended: { label: 'Attended', icon: IconCircleCheck, tone: 'good' },
  absent: { label: 'Absent', icon: IconUserOff, tone: 'plain' },
  cancelled: { label: 'Canceled', icon: IconCircleX, tone: 'plain' },
}
