import { attendances, canMoveRsvp, type Attendance } from '@alumni/shared/publications/content'
import type { AttendanceRequest, RsvpRow } from '@alumni/shared/publications/staff-events'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Column } from '../../ui/data-table.tsx'
import { AnswererLink } from '../../domain/publications/answerer-link.tsx'
import classes from '../../domain/publications/columns.module.css'
import { StateWord } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { statusWords } from './words.ts'

type Say = (row: RsvpRow, attendance: Attendance) => void

/** Who, with how many, and how they stand; `onSay` null: attendance cannot be marked yet. `sent` is on its way. */
export function rsvpColumns(onSay: Say | null, sent: AttendanceRequest | undefined): Column<RsvpRow>[] {
  const isSent = ({ id }: RsvpRow) => sent !== undefined && 'ids' in sent && sent.ids.includes(id)
  return [
    { id: 'name', header: 'Name', cell: ({ row }) => <AnswererLink person={row.original} /> },
    {
      id: 'guests',
      header: 'Guests',
      meta: { width: 90, isNumber: true },
      cell: ({ row }) => (row.original.guests === 0 ? none : count(row.original.guests)),
    },
    { id: 'asked', header: 'Answered', meta: { width: 170 }, cell: ({ row }) => <When at={row.original.asked_at} /> },
    { id: 'status', header: 'State', meta: { width: 190 }, cell: ({ row }) => <Status row={row.original} /> },
    ...(onSay
      ? [
          {
            id: 'attendance',
            header: 'Attendance',
            meta: { width: 230 },
            cell: ({ row }) => <Marks row={row.original} isSent={isSent(row.original)} onSay={onSay} />,
          } satisfies Column<RsvpRow>,
        ]
      : []),
  ]
}

function Status({ row: { status, line, marked_at, marked_by } }: { row: RsvpRow }) {
  const { word, icon, tone } = statusWords[status]
  const isMarked = status === 'attended' || status === 'absent'
  return (
    <span className={classes.lines}>
      <StateWord icon={icon} tone={tone}>
        {line === null ? word : `${word}, number ${line}`}
      </StateWord>
      {isMarked && marked_at && (
        <span className={classes.fact}>
          <When at={marked_at} />
          {marked_by && ` by ${marked_by}`}
        </span>
      )}
    </span>
  )
}

/** Pressed is what is said of them; pressing it again takes it back. */
function Marks({ row, isSent, onSay }: { row: RsvpRow; isSent: boolean; onSay: Say }) {
  const button = (attendance: 'attended' | 'absent', words: string, Picture: typeof IconCheck) => {
    const isPressed = row.status === attendance
    const next = isPressed ? 'going' : attendance
    return (
      <Button
        size="compact-sm"
        variant={isPressed ? 'light' : 'default'}
        color={isPressed && attendance === 'absent' ? 'gray' : undefined}
        leftSection={<Picture size={14} stroke={2} aria-hidden />}
        aria-pressed={isPressed}
        aria-label={`${words}: ${row.name}`}
        disabled={isSent || !canMoveRsvp(row.status, attendances[next])}
        onClick={() => onSay(row, next)}
      >
        {words}
      </Button>
    )
  }
  return (
    <span className={classes.buttons}>
      {button('attended', 'Attended', IconCheck)}
      {button('absent', 'Absent', IconX)}
    </span>
  )
}
