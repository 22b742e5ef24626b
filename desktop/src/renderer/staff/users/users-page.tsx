import { roles } from '@alumni/shared/staff/accounts'
import { userStates, type ListedUser, type UsersPage as PageData, type UsersQuery } from '@alumni/shared/staff/users'
import { Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { roleNames } from '../../domain/session/role-names.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { SegmentFilter, SelectFilter } from '../../ui/table/filters.tsx'
import { countedOptions } from '../../ui/words/counted-options.ts'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import type { RowAction } from '../../ui/table/row-actions.tsx'
import { useAddress, type Address } from '../../ui/use-address.ts'
import { count } from '../../ui/words/numbers.ts'
import { InviteModal } from './invite-modal.tsx'
import { useChangePolicy, usersQuery } from './queries.ts'
import { stateWords, userColumns } from './user-columns.tsx'
import { UserModal } from './user-modal.tsx'
import { Button } from '../../ui/button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page of the users begins with an invitation. */
    isInviting?: boolean
  }
}

export function UsersPage() {
  const address = useAddress<UsersQuery>()
  const query = useQuery(usersQuery(address.search))
  const [isInviting, setInviting] = useState(false)
  const { state } = useLocation()
  useEffect(() => {
    if (state.isInviting) setInviting(true)
  }, [state])
  return (
    <ResourcePage
      title="Users"
      about="Who may sign in here, and with which role. Each role includes the rights of the previous one."
      actions={
        <Button onClick={() => setInviting(true)} icon={IconUserPlus}>
          Invite someone
        </Button>
      }
      query={query}
      blocks={6}
      height={44}
    >
      {(page) => (
        <>
          <PolicyPanel page={page} />
          <Users page={page} address={address} isStale={query.isPlaceholderData} />
          {isInviting && <InviteModal onClose={() => setInviting(false)} />}
        </>
      )}
    </ResourcePage>
  )
}

type UsersProps = { page: PageData; address: Address<UsersQuery>; isStale: boolean }

function Users({ page, address, isStale }: UsersProps) {
  const [opened, setOpened] = useState<number | null>(null)
  // As it is now: another administrator may have changed it while the dialog is open.
  const user = page.users.find(({ id }) => id === opened)
  const total = page.counts.active + page.counts.invited + page.counts.deactivated
  const actions: RowAction<ListedUser>[] = [
    { key: 'e', label: ({ name }) => `Change ${name}`, icon: IconPencil, run: ({ id }) => setOpened(id) },
  ]
  return (
    <>
      <ResourceList
        address={address}
        page={page}
        searchLabel="Search users by name or e-mail"
        searchHint="Name or e-mail"
        filters={
          <>
            <SegmentFilter
              address={address}
              name="state"
              label="Which users"
              any={`All ${count(total)}`}
              options={countedOptions(userStates, (state) => stateWords[state].word, page.counts)}
            />
            <SelectFilter
              address={address}
              name="role"
              label="Role"
              any="Any role"
              options={roles.map((value) => ({ value, label: roleNames[value] }))}
            />
            <SelectFilter
              address={address}
              name="second_factor"
              label="Second factor"
              any="Second factor or not"
              options={[
                { value: 'yes', label: 'With a second factor' },
                { value: 'no', label: 'Without one' },
              ]}
            />
          </>
        }
        noun={['person', 'people']}
        caption="Users"
        columns={userColumns}
        rows={page.users}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => setOpened(id)}
        isStale={isStale}
        actions={actions}
        empty={{
          icon: IconUserPlus,
          title: 'No users yet',
          children: 'Invited people appear here.',
        }}
      />
      {user && <UserModal user={user} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Whether administrators must have a second factor. */
function PolicyPanel({ page: { policy, admins } }: { page: PageData }) {
  const [isOpen, { open, close }] = useDisclosure()
  const change = useChangePolicy(close)
  const isOn = policy.admins_need_second_factor
  return (
    <section className="panel" style={{ marginBottom: 20 }} aria-label="Second factor of administrators">
      <Switch
        label="Administrators need a second factor"
        description={`${admins.with_second_factor} of ${admins.active} active administrators ${admins.with_second_factor === 1 ? 'has' : 'have'} one.`}
        checked={isOn}
        onChange={open}
      />
      <Dialog
        title={isOn ? 'Make the second factor optional?' : 'Require a second factor for administrators?'}
        isOpen={isOpen}
        onClose={close}
        error={change.error}
        cancel="Not now"
        submit={isOn ? 'Make it optional' : 'Require it'}
        focus="submit"
        isPending={change.isPending}
        onSubmit={() => change.mutate(!isOn)}
      >
        <p>{consequence(isOn, admins.active - admins.with_second_factor)}</p>
      </Dialog>
    </section>
  )
}

function consequence(isOn: boolean, without: number): string {
  if (isOn) return 'Those who have one keep it, and are asked for it as before.'
  if (without === 0) return 'All of them have one. New administrators set one up first.'
  return `${without} of them ${without === 1 ? 'has' : 'have'} none. They sign in as before, but can do nothing as administrators until they have set one up.`
}
