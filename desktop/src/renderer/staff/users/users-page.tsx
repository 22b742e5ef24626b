import { userStates, type ListedUser, type UsersPage as PageData, type UsersQuery } from '@alumni/shared/staff/users'
import { Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconUserPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ListPage } from '../../domain/session/list-page.tsx'
import { roleNames } from '../../domain/session/role-names.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { buildCountedOptions, toOptions } from '../../ui/format/counted-options.ts'
import { InviteModal } from './invite-modal.tsx'
import { useChangePolicy, usersQuery } from './queries.ts'
import { stateLabels, userColumns } from './user-columns.tsx'
import { UserModal } from './user-modal.tsx'
import { Button } from '../../ui/button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opens the page with the invitation dialog. */
    isInviting?: boolean
  }
}

export function UsersPage() {
  const [isInviting, setInviting] = useState(false)
  const [openUserId, setOpenUserId] = useState<number | null>(null)
  const { state } = useLocation()
  useEffect(() => {
    if (state.isInviting) setInviting(true)
  }, [state])
  return (
    <ListPage<PageData, ListedUser, UsersQuery>
      title="Users"
      about={(page) => page && <PolicySwitch page={page} />}
      buttons={() => (
        <Button onClick={() => setInviting(true)} icon={IconUserPlus}>
          New user
        </Button>
      )}
      query={usersQuery}
      rowsOf={({ users }) => users}
      noun={['person', 'people']}
      searchedFields="name or e-mail"
      filters={({ counts }) => [
        {
          name: 'state',
          label: 'Which users',
          anyLabel: 'All',
          options: buildCountedOptions(userStates, (state) => stateLabels[state].label, counts),
        },
        { name: 'role', label: 'Role', anyLabel: 'Any role', options: toOptions(roleNames), isSearchable: true },
        {
          name: 'second_factor',
          label: 'Second factor',
          anyLabel: 'Second factor or not',
          options: factorOptions,
          isSearchable: true,
        },
      ]}
      columns={userColumns}
      rowKey={({ id }) => String(id)}
      onOpen={({ id }) => setOpenUserId(id)}
      actions={[
        { key: 'e', label: ({ name }) => `Change ${name}`, icon: IconPencil, run: ({ id }) => setOpenUserId(id) },
      ]}
      empty={{ icon: IconUserPlus, title: 'No users yet', children: 'Invited people appear here.' }}
    >
      {(page) => {
        // Reads the current row, because another administrator may change it while the dialog is open.
        const user = page.users.find(({ id }) => id === openUserId)
        return (
          <>
            {isInviting && <InviteModal onClose={() => setInviting(false)} />}
            {user && <UserModal user={user} onClose={() => setOpenUserId(null)} />}
          </>
        )
      }}
    </ListPage>
  )
}

const factorOptions = toOptions({ yes: 'With a second factor', no: 'Without one' })

function PolicySwitch({ page: { policy, admins } }: { page: PageData }) {
  const [isOpen, { open, close }] = useDisclosure()
  const change = useChangePolicy(close)
  const isOn = policy.admins_need_second_factor
  return (
    <section aria-label="Second factor of administrators">
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
        submit={isOn ? 'Make it optional' : 'Require it'}
        focus="submit"
        isPending={change.isPending}
        onSubmit={() => change.mutate(!isOn)}
      >
        <p>{describeConsequence(isOn, admins.active - admins.with_second_factor)}</p>
      </Dialog>
    </section>
  )
}

function describeConsequence(isOn: boolean, withoutFactor: number): string {
  if (isOn) return 'Those who have one keep it, and are asked for it as before.'
  if (withoutFactor === 0) return 'All of them have one. New administrators set one up first.'
  return `${withoutFactor} of them ${withoutFactor === 1 ? 'has' : 'have'} none. They sign in as before, but can do nothing as administrators until they have set one up.`
}
