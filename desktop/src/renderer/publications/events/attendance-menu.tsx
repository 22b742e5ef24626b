import type { EventRecord } from '@alumni/shared/publications/staff-events'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconFileImport, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmModal } from '../../domain/publications/confirm-modal.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useMark } from './queries.ts'

type Everybody = 'attended' | 'absent'

/** Marking everybody who is not marked yet, and the way to the check-in by file. */
export function AttendanceMenu({ event }: { event: EventRecord }) {
  const { id, counts } = event
  const [asked, setAsked] = useState<Everybody | null>(null)
  const navigate = useNavigate()
  const mark = useMark(id)
  const others = countOf(counts.going, ['person who is not marked yet', 'people who are not marked yet'])
  const confirm = () =>
    asked &&
    mark.mutate(
      { attendance: asked, confirm_count: counts.going },
      {
        onSuccess: ({ marked }) => notifyDone(`${countOf(marked, ['person is', 'people are'])} marked as ${asked}.`),
        onSettled: () => setAsked(null),
      },
    )
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={15} stroke={1.8} aria-hidden />}>
            Mark attendance
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={counts.going === 0}
            leftSection={<IconCheck size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAsked('attended')}
          >
            The {count(counts.going)} not marked yet: attended…
          </Menu.Item>
          <Menu.Item
            disabled={counts.going === 0}
            leftSection={<IconX size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAsked('absent')}
          >
            The {count(counts.going)} not marked yet: absent…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden />}
            onClick={() => void navigate({ to: '/champion_signups/events/$id/check_in', params: { id: String(id) } })}
          >
            From a check-in file…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ConfirmModal
          isOpen
          title={`Mark ${others} as ${asked}?`}
          action={`Mark ${count(counts.going)} as ${asked}`}
          isPending={mark.isPending}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          {asked === 'attended'
            ? 'Each of them who is linked to an alumnus gets an engagement for it. Whoever you have marked already stays as they are.'
            : 'Whoever you have marked already stays as they are. Nobody gets a letter.'}
        </ConfirmModal>
      )}
    </>
  )
}
