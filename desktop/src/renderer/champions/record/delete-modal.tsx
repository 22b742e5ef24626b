import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { restorableDays } from '@alumni/shared/champions/staff-page'
import { placeHolding } from '@alumni/shared/publications/opportunities'
import { notifications } from '@mantine/notifications'
import { countOf } from '../../ui/words/numbers.ts'
import { ConfirmModal } from './confirm-modal.tsx'
import { useSignupAction } from './queries.ts'
import classes from './signup-page.module.css'

type DeleteModalProps = { page: SignupPage; isOpen: boolean; onClose: () => void }

/** Says what deleting takes away, from whom. */
export function DeleteModal({ page, isOpen, onClose }: DeleteModalProps) {
  const { signup, silence, rsvps, responses, communities, devices, sessions } = page
  const remove = useSignupAction(signup.id, () => {
    notifications.show({ color: 'green', message: `The signup of ${signup.name || signup.email} is deleted.` })
    onClose()
  })
  const coming = rsvps.filter(
    ({ status, starts_at }) => (status === 'going' || status === 'waiting') && Date.parse(starts_at) > Date.now(),
  ).length
  const offers = responses.filter(({ status }) => [...placeHolding, 'waiting'].includes(status)).length
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={`Delete the signup of ${signup.name || signup.email}?`}
      confirm="Delete the signup"
      isDangerous
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ method: 'DELETE' })}
      onClose={onClose}
    >
      <ul className={classes.list}>
        <li>
          They are signed out everywhere ({countOf(sessions, ['browser', 'browsers'])} now), and{' '}
          {countOf(devices.length, ['device is', 'devices are'])} forgotten, Google too.
        </li>
        <li>
          {countOf(coming, ['place', 'places'])} at events to come and {countOf(offers, ['offer', 'offers'])} to help go
          to others, who are told. They leave {countOf(communities.length, ['community', 'communities'])}.
        </li>
        <li>{silence === 'deceased' ? 'No letter is sent.' : `A letter tells them, to ${signup.email}.`}</li>
      </ul>
      <p className="muted">For {restorableDays} days it can be restored. Then what is personal in it is erased.</p>
    </ConfirmModal>
  )
}
