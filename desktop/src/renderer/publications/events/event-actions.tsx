import type { EventRecord } from '@alumni/shared/publications/staff-events'
import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useExport } from '../../ui/exports/export-button.tsx'
import { PublicationActions } from '../../domain/publications/publication-actions.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { AddRsvp } from './add-rsvp.tsx'
import { AttendanceMenu } from './attendance-menu.tsx'
import { eventUrl, useDelete, useMove } from './queries.ts'

/** Editing, publishing, cancelling, and what else can be done with an event. */
export function EventActions({ event }: { event: EventRecord }) {
  const { id, state, counts, can_mark } = event
  const params = { id: String(id) }
  const navigate = useNavigate()
  const { start } = useExport()
  const answers = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const isOnSite = state !== 'draft' && state !== 'scheduled'
  return (
    <PublicationActions<'cancel'>
      record={event}
      noun="event"
      move={useMove(id)}
      remove={useDelete(id)}
      own={{
        cancel: {
          button: 'Cancel event…',
          title: 'Cancel this event?',
          action: 'Cancel the event',
          done: 'The event is canceled.',
          isDangerous: true,
        },
      }}
      renderConsequences={(asked) => <Consequences asked={asked} event={event} />}
      renderEdit={
        state === 'cancelled'
          ? null
          : (props) => <Link to="/champion_signups/events/$id/edit" params={params} {...props} />
      }
      canDelete={state === 'draft' && answers === 0}
      onDeleted={() => void navigate({ to: '/champion_signups/events' })}
      onCopy={() => void navigate({ to: '/champion_signups/events/new', search: { copy: id } })}
      buttons={
        <>
          {can_mark && <AttendanceMenu event={event} />}
          {isOnSite && state !== 'cancelled' && <AddRsvp event={event} />}
        </>
      }
      items={
        answers > 0 && (
          <Menu.Item
            onClick={() => start({ url: `${eventUrl(id)}/rsvps.csv`, noun: ['answer', 'answers'] })}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          >
            Download all answers (CSV)
          </Menu.Item>
        )
      }
    />
  )
}

type Asked = 'publish' | 'unpublish' | 'cancel' | 'delete'

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
