import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Alert } from '../../ui/alert.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { SignupActionButton } from './signup-action-button.tsx'

export function InactiveBanner({ page }: { page: SignupPage }) {
  const { signup } = page
  const { condition, deleted_at, deleted_by, erased_from, merged_into } = signup
  if (condition === 'active') return null
  return (
    <Box mb={20}>
      {condition === 'merged' && merged_into && (
        <Alert tone="info" title="This signup was merged into another one">
          Everything it had is now there, including its sign-ins:{' '}
          <Link to="/champion_signups/$id" params={{ id: String(merged_into.id) }}>
            {merged_into.name || merged_into.email || `signup ${merged_into.id}`}
          </Link>
        </Alert>
      )}
      {condition === 'erased' && (
        <Alert tone="info" title="This signup was erased">
          Its personal data was removed. Its dates stay, so that past counts stay correct.
        </Alert>
      )}
      {condition === 'deleted' && deleted_at && (
        <Alert tone="warn" title={`${deleted_by} deleted this signup`} actions={<RestoreButton page={page} />}>
          This happened <RelativeTime time={deleted_at} />.
          {erased_from &&
            ` Until ${formatDay(erased_from.slice(0, 10))} it can be restored; then its personal data is erased.`}
        </Alert>
      )}
    </Box>
  )
}

function RestoreButton({ page: { signup, alumnus } }: { page: SignupPage }) {
  return (
    <SignupActionButton
      variant="filled"
      signup={signup.id}
      action={{ path: '/restore' }}
      successNotice={(restored) => ({
        title: 'Signup restored',
        message:
          alumnus && !restored.alumnus
            ? 'The alumnus now has another signup, so this one is no longer linked.'
            : 'They can sign in again.',
      })}
      confirmation={{
        title: 'Restore this signup?',
        confirm: 'Restore it',
        body: (
          <>
            <p>
              Restored: their answers, consent, link, notes, letters and timeline. They can sign in again, and they get
              a letter.
            </p>
            <p className="muted">
              Not restored: their places at events, offers to help and communities, which others may have taken, and
              their devices and Google account.
            </p>
          </>
        ),
      }}
    >
      Restore
    </SignupActionButton>
  )
}
