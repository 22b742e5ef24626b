import { attendances, canMoveRsvp, rsvpStatuses, type Attendance } from '@alumni/shared/publications/content'
import type { RsvpRow, StaffEventPage } from '@alumni/shared/publications/staff-events'
import { Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { AnswererLink, Answers, AnswerState, PastEvents, NoAnswers } from '../../domain/publications/answers.tsx'
import { countAnswers } from '../../domain/publications/kind.ts'
import { column, dateColumn } from '../../ui/table/table-columns.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { useMarkAttendance } from './attendance-menu.tsx'
import { rsvpStateLabels } from './kind.ts'
import { Button } from '../../ui/button.tsx'

const columns = [
  column<RsvpRow>('name', 'Name', (row) => <AnswererLink person={row} />),
  column<RsvpRow>('before', 'Attended before', { width: 110 }, ({ events_before }) => (
    <PastEvents events={events_before} of="event" />
  )),
  column<RsvpRow>('guests', 'Guests', { width: 90, isNumber: true }, ({ guests }) => formatNumber(guests)),
  dateColumn<RsvpRow>('asked', 'Answered', ({ asked_at }) => asked_at),
  column<RsvpRow>('status', 'State', { width: 190 }, ({ status, line, marked_at, marked_by }) => {
    const isMarked = status === 'attended' || status === 'absent'
    return (
      <AnswerState state={rsvpStateLabels[status]} position={line} time={isMarked ? marked_at : null} by={marked_by} />
    )
  }),
]

export function Rsvps({ page, isStale }: { page: StaffEventPage; isStale: boolean }) {
  const { event, rsvps, status } = page
  const { id, state, counts, can_mark } = event
  const mark = useMarkAttendance(id)
  const sentIds = mark.isPending && 'ids' in mark.variables ? mark.variables.ids : []
  function setAttendance({ id, status }: RsvpRow, attendance: Attendance) {
    if (can_mark && canMoveRsvp(status, attendances[attendance])) mark.mutate({ ids: [id], attendance, seen: status })
  }
  const all = countAnswers(event)
  if (all === 0)
    return (
      <NoAnswers
        state={state}
        unpublishedText="Champions can see and answer it once it is published."
        publishedText="Answers appear here as they arrive. Each person gets a letter right away."
      />
    )
  const attendance = column<RsvpRow>('attendance', 'Attendance', { width: 230 }, (row) => (
    <AttendanceButtons row={row} isSent={sentIds.includes(row.id)} onMark={setAttendance} />
  ))
  return (
    <Answers
      title={can_mark ? 'Attendance' : 'Answers'}
      publication={{ to: 'event', id }}
      page={page}
      rows={rsvps}
      choices={[
        ...(can_mark ? [['expected', 'Expected', counts.going + counts.attended + counts.absent] as const] : []),
        ...rsvpStatuses
          .filter((value) => counts[value] > 0 || value === 'going' || value === status)
          .map((value) => {
            const label = can_mark && value === 'going' ? 'Not marked' : rsvpStateLabels[value].label
            return [value, label, counts[value]] as const
          }),
        ['all', 'All', all],
      ]}
      searchedFields="name or e-mail"
      columns={can_mark ? [...columns, attendance] : columns}
      keyActions={{
        a: (row) => setAttendance(row, 'attended'),
        m: (row) => setAttendance(row, 'absent'),
        u: (row) => setAttendance(row, 'going'),
      }}
      isStale={isStale}
    />
  )
}

type AttendanceButtonsProps = { row: RsvpRow; isSent: boolean; onMark: (row: RsvpRow, attendance: Attendance) => void }

/** Marks attendance; pressing the same button again removes the mark. */
function AttendanceButtons({ row, isSent, onMark }: AttendanceButtonsProps) {
  const renderButton = (attendance: 'attended' | 'absent', Icon: typeof IconCheck) => {
    const isPressed = row.status === attendance
    const next = isPressed ? 'going' : attendance
    const { label } = rsvpStateLabels[attendance]
    return (
      <Button
        size="compact-sm"
        variant={isPressed ? 'light' : 'default'}
        color={isPressed && attendance === 'absent' ? 'gray' : undefined}
        icon={Icon}
        aria-pressed={isPressed}
        aria-label={`${label}: ${row.name}`}
        disabled={isSent || !canMoveRsvp(row.status, attendances[next])}
        onClick={() => onMark(row, next)}
      >
        {label}
      </Button>
    )
  }
  return (
    <Group component="span" gap={6}>
      {renderButton('attended', IconCheck)}
      {renderButton('absent', IconX)}
    </Group>
  )
}
