import type { EventMove, EventRecord } from '@alumni/shared/staff-events'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useExport } from '../ui/exports/export-button.tsx'
import { ConfirmModal } from '../ui/offers/confirm-modal.tsx'
import { sayDone } from '../ui/offers/say.ts'
import { countOf } from '../ui/words/numbers.ts'
import { AddRsvp } from './add-rsvp.tsx'
import { AttendanceMenu } from './attendance-menu.tsx'
import { eventUrl, useDelete, useMove } from './queries.ts'

type Asked = EventMove | 'delete'

/** Editing, publishing, cancelling, and what else can be done with an event. */
export function EventActions({ event }: { event: EventRecord }) {
  const { id, moves, state, counts, version, can_mark } = event
  const params = { id: String(id) }
  const [asked, setAsked] = useState<Asked | null>(null)
  const navigate = useNavigate()
  const { start } = useExport()
  const move = useMove(id)
  const remove = useDelete(id)
  const can = (one: EventMove) => moves.includes(one)
  const answers = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const close = () => setAsked(null)

  function confirm() {
    if (asked === 'delete')
      remove.mutate(version, {
        onSuccess: () => {
          sayDone('The draft is deleted.')
          void navigate({ to: '/champion_signups/events' })
        },
        onError: close,
      })
    else if (asked) move.mutate(asked, { onSuccess: () => sayDone(done[asked]), onSettled: close })
  }

  return (
    <>
      {can('publish') && <Button onClick={() => setAsked('publish')}>Publish…</Button>}
      {can_mark && <AttendanceMenu event={event} />}
      {state !== 'draft' && state !== 'cancelled' && <AddRsvp event={event} />}
      {state !== 'cancelled' && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/champion_signups/events/$id/edit" params={params} {...props} />}
        >
          Edit
        </Button>
      )}
      {can('cancel') && (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          Cancel event…
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />}
            onClick={() => void navigate({ to: '/champion_signups/events/new', search: { copy: id } })}
          >
            Write another like this
          </Menu.Item>
          {answers > 0 && (
            <Menu.Item
              onClick={() => start({ url: `${eventUrl(id)}/rsvps.csv`, noun: ['answer', 'answers'] })}
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
            >
              Download all answers (CSV)
            </Menu.Item>
          )}
          {can('unpublish') && (
            <Menu.Item
              leftSection={<IconEyeOff size={16} stroke={1.6} aria-hidden />}
              onClick={() => setAsked('unpublish')}
            >
              Take off the site…
            </Menu.Item>
          )}
          {state === 'draft' && answers === 0 && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
              onClick={() => setAsked('delete')}
            >
              Delete this draft…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ConfirmModal
          isOpen
          title={titles[asked]}
          action={actions[asked]}
          isDangerous={asked === 'delete' || asked === 'cancel'}
          isPending={move.isPending || remove.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          <Consequences asked={asked} event={event} />
        </ConfirmModal>
      )}
    </>
  )
}

const titles: Record<Asked, string> = {
  publish: 'Publish this event?',
  unpublish: 'Take it off the site?',
  cancel: 'Cancel this event?',
  delete: 'Delete this draft?',
}
const actions: Record<Asked, string> = {
  publish: 'Publish it',
  unpublish: 'Take it off',
  cancel: 'Cancel the event',
  delete: 'Delete it',
}
const done: Record<EventMove, string> = {
  publish: 'It is on the alumni’s site.',
  unpublish: 'It is a draft again.',
  cancel: 'The event is canceled.',
}

function Consequences({ asked, event: { counts, starts_at } }: { asked: Asked; event: EventRecord }) {
  const told = counts.going + counts.waiting
  switch (asked) {
    case 'publish':
      return Date.parse(starts_at) < Date.now()
        ? 'It has begun already: everybody can read it among past events, and nobody can answer.'
        : 'Everybody can read it on the alumni’s site from now on, and champions can say that they come.'
    case 'unpublish':
      return 'It leaves the alumni’s site and is a draft again. Nobody has answered yet.'
    case 'cancel':
      return told === 0 ? (
        'Nobody has said yes, so nobody gets a letter. Its page says that it is canceled. This cannot be taken back.'
      ) : (
        <>
          A letter that says so goes to {countOf(counts.going, ['person who goes', 'people who go'])}
          {counts.waiting > 0 && ` and ${countOf(counts.waiting, ['who waits', 'who wait'])}`}. Its page says that it is
          canceled. This cannot be taken back.
        </>
      )
    case 'delete':
      return 'It is gone for good. Nobody has seen it but staff.'
  }
}
