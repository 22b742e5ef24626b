import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { ConfirmModal } from './confirm-modal.tsx'
import { useSignupAction } from './queries.ts'
import classes from './signup-page.module.css'

type UnlinkModalProps = { page: SignupPage; alumnus: FoundAlumnus; isOpen: boolean; onClose: () => void }

/** Says what unlinking takes back, then does it. */
export function UnlinkModal({ page: { signup }, alumnus, isOpen, onClose }: UnlinkModalProps) {
  const unlink = useSignupAction(signup.id, () => {
    notifications.show({ color: 'green', message: 'The signup is not linked any more.' })
    onClose()
  })
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={`Unlink from ${alumnus.name}?`}
      confirm="Unlink"
      isDangerous
      isPending={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate({ path: '/unlink', body: { buid: alumnus.buid } })}
      onClose={onClose}
    >
      <ul className={classes.list}>
        <li>The engagements that came of events they attended are removed from the alumnus.</li>
        <li>
          What they have changed on their profile and the CRM does not have yet stays on its way there. If it was of
          somebody else, look at{' '}
          <Link to="/alumni/$id" params={{ id: alumnus.buid }}>
            the changes of this alumnus
          </Link>
          .
        </li>
      </ul>
    </ConfirmModal>
  )
}
