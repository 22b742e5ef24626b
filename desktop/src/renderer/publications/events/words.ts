import type { RsvpStatus } from '@alumni/shared/publications/content'
import type { EventState } from '@alumni/shared/publications/staff-events'
import {
  IconCalendarCheck,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHistory,
  IconHourglass,
  IconPencil,
  IconUserOff,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import type { Tone } from '../../ui/state-word.tsx'

type Word = { word: string; icon: Icon; tone: Tone }

export const stateWords: Record<EventState, Word> = {
  draft: { word: 'Draft', icon: IconPencil, tone: 'warn' },
  scheduled: { word: 'Scheduled', icon: IconClock, tone: 'accent' },
  upcoming: { word: 'Upcoming', icon: IconWorld, tone: 'good' },
  past: { word: 'Past', icon: IconHistory, tone: 'plain' },
  cancelled: { word: 'Canceled', icon: IconCalendarOff, tone: 'bad' },
}

export const statusWords: Record<RsvpStatus, Word> = {
  going: { word: 'Going', icon: IconCalendarCheck, tone: 'accent' },
  waiting: { word: 'Waiting', icon: IconHourglass, tone: 'warn' },
  attended: { word: 'Attended', icon: IconCircleCheck, tone: 'good' },
  absent: { word: 'Absent', icon: IconUserOff, tone: 'plain' },
  cancelled: { word: 'Canceled', icon: IconCircleX, tone: 'plain' },
}

/** "Sat, Dec 5, 2026, 6:00 PM EST", in the zone of the event's place. */
export function eventTime(at: string, timeZone: string): string {
  return formatter(timeZone).format(new Date(at))
}

/** With its end: "Sat, Dec 5, 2026, 6:00 – 8:00 PM EST". */
export function eventTimes({
  starts_at,
  ends_at,
  time_zone,
}: {
  starts_at: string
  ends_at: string
  time_zone: string
}) {
  return formatter(time_zone).formatRange(new Date(starts_at), new Date(ends_at))
}

function formatter(timeZone: string) {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
}
