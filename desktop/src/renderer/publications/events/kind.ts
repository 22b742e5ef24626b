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
import { unpublishedStates, type Kind, type StateLabel } from '../../domain/publications/kind.ts'

export const events: Kind<EventState> = {
  home: '/champion_signups/events',
  queryKey: 'events',
  nouns: ['event', 'events'],
  states: {
    ...unpublishedStates,
    upcoming: { word: 'Upcoming', icon: IconWorld, tone: 'good' },
    past: { word: 'Past', icon: IconHistory, tone: 'plain' },
    cancelled: { word: 'Canceled', icon: IconCalendarOff, tone: 'bad' },
  },
}

export const rsvpWords: Record<RsvpStatus, StateLabel> = {
  going: { word: 'Going', icon: IconCalendarCheck, tone: 'accent' },
  waiting: { word: 'Waiting', icon: IconHourglass, tone: 'warn' },
  attended: { word: 'Attended', icon: IconCircleCheck, tone: 'good' },
  absent: { word: 'Absent', icon: IconUserOff, tone: 'plain' },
  cancelled: { word: 'Canceled', icon: IconCircleX, tone: 'plain' },
}
