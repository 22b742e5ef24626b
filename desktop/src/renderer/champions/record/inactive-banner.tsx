import { restoreReply, type SignupPage } from '@alumni/shared/champions/staff-page'
import { Box, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { When } from '../../ui/words/when.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { ConfirmModal } from './confirm-modal.tsx'
import { useSignupReply } from './queries.ts'

/** Explains why nothing can be done with a signup that was merged, deleted or erased, and offers to restore it. */
export function InactiveBanner({ page: { signup } }: { page: SignupPage }) {
  const [isOpen, setOpen] = useState(false)
  const { standing: state, deleted_at, deleted_by, erased_from, merged_into } = signup
  if (state === 'active') return null
  return (
    <Box mb={20}>
      {state === 'merged' && merged_into && (
        <Alert tone="info" title="This signup was merged into another one">
          Everything it had is now there, including its sign-ins:{' '}
          <Link to="/champion_signups/$id" params={{ id: String(merged_into.id) }}>
            {merged_into.name || merged_into.email || `signup ${merged_into.id}`}
          </Link>
        </Alert>
      )}
      {state === 'erased' && (
        <Alert tone="info" title="This signup was erased">
          Its personal data was removed. Its dates stay, so that past counts stay correct.
        </Alert>
      )}
      {state === 'deleted' && deleted_at && (
        <Alert
          tone="warn"
          title={`${deleted_by} deleted this signup`}
          actions={<Button onClick={() => setOpen(true)}>Restore</Button>}
        >
          This happened <When at={deleted_at} />. Until {erased_from && dayWords(erased_from.slice(0, 10))} it can be
          restored; then its personal data is erased.
        </Alert>
      )}
      <RestoreModal signup={signup} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Box>
  )
}

type RestoreModalProps = { signup: SignupPage['signup']; isOpen: boolean; onClose: () => void }

function RestoreModal({ signup, isOpen, onClose }: RestoreModalProps) {
  const restore = useSignupReply(
    signup.id,
    restoreReply,
    ({ page }) => page,
    ({ is_link_lost }) => {
      notifyDone({
        title: 'Signup restored',
        message: is_link_lost
          ? 'The alumnus now has another signup, so this one is no longer linked.'
          : 'They can sign in again.',
      })
      onClose()
    },
  )
  return (
    <ConfirmModal
      isOpen={isOpen}
      title="Restore this signup?"
      confirm="Restore it"
      action={restore}
      onConfirm={() => restore.mutate({ path: '/restore' })}
      onClose={onClose}
    >
      <p>
        Restored: their answers, consent, link, notes, letters and timeline. They can sign in again, and they get a
        letter.
      </p>
      <p className="muted">
        Not restored: their places at events, offers to help and communities, which others may have taken, and their
        devices and Google account.
      </p>
    </ConfirmModal>
  )
}
