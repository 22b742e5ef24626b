import { rsvpMoves, rsvpStatuses } from '@alumni/shared/publications/content'
import { rsvpsQuery, staffEventPage, type EventRecord } from '@alumni/shared/publications/staff-events'
import { sql } from 'kysely'
import { enqueueLetters } from '../../foundations/mail/letters.ts'
import type { AnswerKind } from '../engine/answers.ts'

const occupyingStatuses = ['going', 'attended', 'absent'] as const

/** Counts the taken places of an event `t`, including those of guests and absentees. */
export const takenPlaces = sql<number>`(select coalesce(sum(1 + r.guests), 0)::int from event_rsvps r
  where r.event_id = t.id and r.status in ('going', 'attended', 'absent'))`

export const rsvps: AnswerKind<'event_rsvps', keyof typeof rsvpMoves, 'marked'> = {
  table: 'event_rsvps',
  publicationColumn: 'event_id',
  statuses: rsvpStatuses,
  moves: rsvpMoves,
  weight: { attended: 4, going: 3, waiting: 2, absent: 1, cancelled: 0 },
  occupyingStatuses,
  promoteMove: 'give_place',
  notifyPlaced(db, ids) {
    const letters = ids.map((rsvp) => ({ rsvp }))
    return enqueueLetters(db, 'rsvp-place', letters)
  },
  alternativeAction: 'Cancel',
  list: {
    name: 'rsvps',
    day: ({ starts }) => starts?.slice(0, 10) ?? null,
    query: rsvpsQuery,
    page: staffEventPage,
    defaultStatus: ({ can_mark, counts }: EventRecord) => (can_mark ? 'expected' : counts.going > 0 ? 'going' : 'all'),
    groups: { expected: occupyingStatuses },
    isByName: true,
    searchedColumns: [],
    columns: ['guests'],
    changed: 'marked',
  },
}
