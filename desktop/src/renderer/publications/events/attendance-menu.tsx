import { attendanceReply } from '@alumni/shared/publications/staff-events'
import type { AttendanceReply, AttendanceRequest, EventRecord } from '@alumni/shared/publications/staff-events'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useAnswersAction } from '../../domain/publications/answers.tsx'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { events } from './kind.ts'

/** Returns a mutation that marks the attendance of some people, or of everyone who is not marked yet. */
export function useMarkAttendance(id: number) {
  return useAnswersAction<AttendanceRequest, AttendanceReply>(`${events.home}/${id}/attendance`, attendanceReply, {
    invalidates: [events.queryKey],
    successNotice: ({ marked }, request) =>
      'ids' in request
        ? undefined
        : `${formatCount(marked, ['person is', 'people are'])} marked as ${request.attendance}.`,
  })
}

const icons = { attended: IconCheck, absent: IconX }
const consequences = {
  attended:
    'Each of them who is linked to an alumnus gets an engagement for it. People already marked stay as they are.',
  absent: 'People already marked stay as they are. No one gets a letter.',
}

export function AttendanceMenu({ event: { id, counts } }: { event: EventRecord }) {
  const mark = useMarkAttendance(id)
  const number = formatNumber(counts.going)
  const all = formatCount(counts.going, ['person who is not marked yet', 'people who are not marked yet'])
  const renderItem = (attendance: 'attended' | 'absent') => {
    const Icon = icons[attendance]
    return (
      <Menu.Item
        disabled={counts.going === 0}
        leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
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
        {renderItem('attended')}
        {renderItem('absent')}
      </Menu.Dropdown>
    </Menu>
  )
}
