import {
  attendanceReply,
  type AttendanceReply,
  type AttendanceRequest,
  type EventRecord,
} from '@alumni/shared/publications/staff-events'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useAnswersAction } from '../../domain/publications/answers.tsx'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { events } from './kind.ts'

/** Marks who came: some, or everybody who is not marked yet. */
export function useMark(id: number) {
  return useAnswersAction<AttendanceRequest, AttendanceReply>(`${events.home}/${id}/attendance`, attendanceReply, {
    invalidates: [events.queryKey],
    successNotice: ({ marked }, request) =>
      'ids' in request ? undefined : `${countOf(marked, ['person is', 'people are'])} marked as ${request.attendance}.`,
  })
}

const pictures = { attended: IconCheck, absent: IconX }
const consequences = {
  attended:
    'Each of them who is linked to an alumnus gets an engagement for it. People already marked stay as they are.',
  absent: 'People already marked stay as they are. No one gets a letter.',
}

/** Marks everyone who is not marked yet. */
export function AttendanceMenu({ event: { id, counts } }: { event: EventRecord }) {
  const mark = useMark(id)
  const number = count(counts.going)
  const all = countOf(counts.going, ['person who is not marked yet', 'people who are not marked yet'])
  const item = (attendance: 'attended' | 'absent') => {
    const Picture = pictures[attendance]
    return (
      <Menu.Item
        disabled={counts.going === 0}
        leftSection={<Picture size={16} stroke={1.6} aria-hidden />}
        onClick={() =>
          askToConfirm({
            title: `Mark ${all} as ${attendance}?`,
            children: consequences[attendance],
            confirm: `Mark ${number} as ${attendance}`,
            onConfirm: () => mark.mutate({ attendance, confirm_count: counts.going }),
          })
        }
      >
        The {number} not marked yet: {attendance}…
      </Menu.Item>
    )
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={15} stroke={1.8} aria-hidden />}>
          Mark attendance
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item('attended')}
        {item('absent')}
      </Menu.Dropdown>
    </Menu>
  )
}
