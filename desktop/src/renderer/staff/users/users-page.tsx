import { roles, type Role } from '@alumni/shared/staff/accounts'
import { userStates, type ListedUser, type UsersPage as PageData, type UsersQuery } from '@alumni/shared/staff/users'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconPencil, IconSearchOff, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { roleNames } from '../../domain/session/role-names.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { InviteModal } from './invite-modal.tsx'
import { PolicyPanel } from './policy-panel.tsx'
import { usersQuery } from './queries.ts'
import { stateWords, userColumns } from './user-columns.tsx'
import { UserModal } from './user-modal.tsx'
import classes from './users.module.css'

/** Who may sign in here, and as what. */
export function UsersPage() {
  const search: UsersQuery = useSearch({ from: '/shell/users' })
  const query = useQuery(usersQuery(search))
  const [isInviting, setInviting] = useState(false)
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Users"
      crumbs={[{ title: 'Settings', path: '/settings' }]}
      about="Who may sign in here, and as what. Each role may do what the one before it may."
      actions={
        <Button onClick={() => setInviting(true)} leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}>
          Invite someone
        </Button>
      }
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={6} height={44} />}
      {page && <Users page={page} search={search} isStale={query.isPlaceholderData} />}
      {isInviting && <InviteModal onClose={() => setInviting(false)} />}
    </Page>
  )
}

function Users({ page, search, isStale }: { page: PageData; search: UsersQuery; isStale: boolean }) {
  const navigate = useNavigate({ from: '/users' })
  const [opened, setOpened] = useState<number | null>(null)
  // As it is now: another administrator may have changed it while the dialog is open.
  const user = page.users.find(({ id }) => id === opened)
  const go = (to: Partial<UsersQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const everybody = page.counts.active + page.counts.invited + page.counts.deactivated
  const actions: RowAction<ListedUser>[] = [
    { key: 'e', label: ({ name }) => `Change ${name}`, icon: IconPencil, run: ({ id }) => setOpened(id) },
  ]
  return (
    <>
      <PolicyPanel page={page} />
      <PagedList
        page={page}
        onPage={(to) => go({ page: to })}
        search={{
          label: 'Search users by name or e-mail',
          hint: 'Name or e-mail',
          q: search.q,
          onFind: (q) => go({ q }, true),
        }}
        bar={
          <>
            <SegmentedControl
              value={search.state ?? 'all'}
              onChange={(state) => go({ state: userStates.find((known) => known === state) })}
              data={[
                { value: 'all', label: `All ${count(everybody)}` },
                ...userStates.map((value) => ({
                  value,
                  label: `${stateWords[value].word} ${count(page.counts[value])}`,
                })),
              ]}
              aria-label="Which users"
              className={classes.states}
            />
            <Select
              data={roles.map((value) => ({ value, label: roleNames[value] }))}
              value={search.role ?? null}
              onChange={(role) => go({ role: (role as Role | null) ?? undefined })}
              placeholder="Any role"
              aria-label="Role"
              clearable
              className={classes.filter}
            />
            <Select
              data={[
                { value: 'yes', label: 'With a second factor' },
                { value: 'no', label: 'Without one' },
              ]}
              value={search.second_factor ?? null}
              onChange={(value) => go({ second_factor: (value as 'yes' | 'no' | null) ?? undefined })}
              placeholder="Second factor or not"
              aria-label="Second factor"
              clearable
              className={classes.filter}
            />
            {page.matching < everybody && (
              <span className="muted" role="status">
                {countOf(page.matching, ['person', 'people'])}
              </span>
            )}
          </>
        }
      >
        {page.users.length > 0 ? (
          <DataTable
            caption="Users"
            columns={userColumns}
            rows={page.users}
            rowKey={({ id }) => String(id)}
            onOpen={({ id }) => setOpened(id)}
            isStale={isStale}
            actions={actions}
          />
        ) : (
          <EmptyState icon={IconSearchOff} title="Nobody matches">
            Try fewer letters, or another filter.
          </EmptyState>
        )}
      </PagedList>
      {user && <UserModal user={user} onClose={() => setOpened(null)} />}
    </>
  )
}
