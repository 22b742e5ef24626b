import { onFileReply } from '@alumni/shared/alumni/on-file'
import { hasRole } from '@alumni/shared/staff/accounts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useSession } from '../session/session.ts'
import { formatList } from '../../ui/format/numbers.ts'
import { readQuery } from '../../ui/read-query.ts'
import { LinkButton } from '../../ui/button.tsx'

const onFileQuery = readQuery(['on file'], '/alumni_search/on_file', onFileReply, {
  staleTime: ({ state }) => (state.data?.has_alumni ? Infinity : 0),
})

/** Returns false while loading. */
export function useHasNoAlumni(): boolean {
  return useQuery(onFileQuery).data?.has_alumni === false
}

export function NoAlumniYet({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const administrators = useQuery(onFileQuery).data?.administrators ?? []
  const isAdmin = hasRole(user.role, 'admin')
  return (
    <EmptyState
      icon={IconUsers}
      title="No alumni on file yet"
      actions={
        isAdmin && (
          <LinkButton to="/settings/imports/$type" params={{ type: 'contacts' }}>
            Import contacts
          </LinkButton>
        )
      }
    >
      <p>{children}</p>
      <p>
        {isAdmin
          ? 'Start with a file of contacts from the CRM, then add educations, areas of study and employment.'
          : `An administrator imports contacts from the CRM${administrators.length > 0 ? `: ask ${formatList(administrators)}` : ''}.`}
      </p>
    </EmptyState>
  )
}
