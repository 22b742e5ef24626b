import type { Role } from '@alumni/shared/staff/accounts'
import type { ListedUser } from '@alumni/shared/staff/users'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Facts } from '../../ui/page/card.tsx'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { useSession } from '../../domain/session/session.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { roleNames } from '../../domain/session/role-names.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { useChangeUser, useEndSessions, useInviteAgain, useWithdrawInvitation } from './queries.ts'
import { RoleChoice } from './invite-modal.tsx'
import { UserStateBadge } from './user-columns.tsx'

export function UserModal({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  return (
    <Modal onClose={onClose} title={user.name} size="lg">
      <Stack>
        <UserFacts user={user} />
        {user.state === 'deactivated' ? (
          <ReactivateForm user={user} onClose={onClose} />
        ) : (
          <>
            <ChangeRole user={user} onClose={onClose} />
            <OtherActions user={user} onClose={onClose} />
          </>
        )}
      </Stack>
    </Modal>
  )
}

function UserFacts({ user }: { user: ListedUser }) {
  const state = <UserStateBadge user={user} />
  const invited = user.invited_at && <RelativeTime time={user.invited_at} />
  const signedIn = user.last_signed_in_at ? <RelativeTime time={user.last_signed_in_at} /> : 'Never'
  return (
    <Facts
      facts={[
        ['E-mail', user.email],
        ['State', state],
        ['Invited', invited],
        ['Last sign-in', signedIn],
        [
          'Signs in with',
          [
            user.has_google ? 'Google or a password' : 'A password',
            user.has_second_factor ? 'and a second factor' : 'no second factor',
          ].join(', '),
        ],
        [
          'Sessions',
          user.sessions === 0 ? 'None' : `Signed in on ${formatCount(user.sessions, ['browser', 'browsers'])}`,
        ],
      ]}
    />
  )
}

type UserProps = { user: ListedUser; onClose: () => void }

function ChangeRole({ user, onClose }: UserProps) {
  const [role, setRole] = useState<Role>(user.role)
  const [isConfirmed, setConfirmed] = useState(false)
  const isSelf = useSession().user.id === user.id
  const change = useChangeUser(user, onClose)
  const isChanged = role !== user.role
  return (
    <>
      <RefusalAlert error={change.error} />
      <RoleChoice value={role} onChange={setRole} />
      {isSelf && isChanged && (
        <>
          <Alert tone="warn" title="This is your own account">
            As {roleNames[role].toLowerCase()} you cannot come back to this page. Another administrator would have to
            change it back.
          </Alert>
          <Checkbox
            label="I want to give up my own role"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        </>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          disabled={!isChanged || (isSelf && !isConfirmed)}
          loading={change.isPending}
          onClick={() => change.mutate({ version: user.version, role, ...(isSelf ? { confirm_self: true } : {}) })}
        >
          {isChanged ? `Make ${isSelf ? 'myself' : 'them'} ${roleNames[role].toLowerCase()}` : 'Change the role'}
        </Button>
      </DialogButtons>
    </>
  )
}

/** Actions without their own dialog; deactivation asks for confirmation in place. */
function OtherActions({ user, onClose }: UserProps) {
  const [isDeactivating, setDeactivating] = useState(false)
  const isSelf = useSession().user.id === user.id
  const [change, signOut] = [useChangeUser(user, onClose), useEndSessions(user, onClose)]
  const [inviteAgain, withdraw] = [useInviteAgain(user, onClose), useWithdrawInvitation(user, onClose)]
  const error = [change, signOut, inviteAgain, withdraw].map((action) => action.error).find(Boolean)
  const isInvited = user.state === 'invited'
  return (
    <Group component="section" gap={8} pt={16} className="ruled" aria-label="More">
      <RefusalAlert error={error ?? null} />
      {isInvited && (
        <>
          <Button variant="default" loading={inviteAgain.isPending} onClick={() => inviteAgain.mutate()}>
            Send the invitation again
          </Button>
          <Button variant="default" color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw the invitation
          </Button>
        </>
      )}
      {user.sessions > 0 && (
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          End all sessions
        </Button>
      )}
      {!isInvited && !isDeactivating && (
        <Button variant="default" onClick={() => setDeactivating(true)}>
          Deactivate…
        </Button>
      )}
      {isDeactivating && (
        <Alert
          tone="warn"
          title={isSelf ? 'Deactivate your own account?' : `Deactivate ${user.name}?`}
          actions={
            <Button
              color="red"
              loading={change.isPending}
              onClick={() =>
                change.mutate({ version: user.version, is_active: false, ...(isSelf ? { confirm_self: true } : {}) })
              }
            >
              {isSelf ? 'Deactivate myself' : 'Deactivate'}
            </Button>
          }
        >
          All sessions end at once, and {isSelf ? 'you' : 'they'} cannot sign in until an administrator reactivates the
          account. What was done stays on record.
        </Alert>
      )}
    </Group>
  )
}

function ReactivateForm({ user, onClose }: UserProps) {
  const change = useChangeUser(user, onClose)
  return (
    <>
      <RefusalAlert error={change.error} />
      <p>
        Reactivated, {user.name} signs in as before, as {roleNames[user.role].toLowerCase()}.
      </p>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button loading={change.isPending} onClick={() => change.mutate({ version: user.version, is_active: true })}>
          Reactivate
        </Button>
      </DialogButtons>
    </>
  )
}
