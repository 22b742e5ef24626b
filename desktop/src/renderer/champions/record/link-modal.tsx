import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { notifications } from '@mantine/notifications'
import { countOf } from '../../ui/words/numbers.ts'
import { ConfirmModal } from './confirm-modal.tsx'
import { Person } from './person.tsx'
import { useSignupAction } from './queries.ts'
import classes from './signup-page.module.css'

type LinkModalProps = { page: SignupPage; person: FoundAlumnus; isOpen: boolean; onClose: () => void }

/** Says what linking does, then does it. */
export function LinkModal({ page: { signup, rsvps }, person, isOpen, onClose }: LinkModalProps) {
  const link = useSignupAction(signup.id, () => {
    notifications.show({ color: 'green', message: `Linked to ${person.name}.` })
    onClose()
  })
  const attended = new Set(rsvps.filter(({ status }) => status === 'attended').map(({ event_id }) => event_id)).size
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={`Link ${signup.name || signup.email} to this alumnus?`}
      confirm="Link"
      isPending={link.isPending}
      error={link.error}
      onConfirm={() => link.mutate({ path: '/link', body: { buid: person.buid } })}
      onClose={onClose}
    >
      <Person person={person} />
      <ul className={classes.list}>
        <li>
          {attended > 0
            ? `${countOf(attended, ['event that they attended becomes an engagement', 'events that they attended become engagements'])} of the alumnus.`
            : 'Events that they attend become engagements of the alumnus.'}
        </li>
        <li>What they change on their profile from now on waits for the CRM. What they told us before is not sent.</li>
      </ul>
    </ConfirmModal>
  )
}
