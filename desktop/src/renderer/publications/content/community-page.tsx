import { communityKindNames } from '@alumni/shared/publications/content'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { usePublicationDelete, usePublicationMove } from '../../domain/publications/mutations.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { count } from '../../ui/words/numbers.ts'
import { ContentRecord } from './content-record.tsx'
import { communityQuery, urlOf } from './queries.ts'

/** A community, and what can be done with it. */
export function CommunityPage() {
  const { id } = useParams({ from: '/shell/settings/content/communities/$id' })
  const navigate = useNavigate()
  const query = useQuery(communityQuery(id))
  const url = urlOf('communities', id)
  const move = usePublicationMove(url, 'communities')
  const remove = usePublicationDelete(url, 'communities')
  if (query.error && !query.data) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { record } = query.data
  return (
    <ContentRecord
      record={record}
      noun="community"
      facts={[
        { name: 'What its members share', value: communityKindNames[record.kind] },
        { name: 'Members', value: record.members === 0 ? 'Nobody yet' : count(record.members) },
      ]}
      move={move}
      remove={remove}
      renderEdit={(props) => <Link to="/settings/content/communities/$id/edit" params={{ id }} {...props} />}
      onDeleted={() => void navigate({ to: '/settings/content/communities' })}
      onCopy={() => void navigate({ to: '/settings/content/communities/new', search: { copy: record.id } })}
    />
  )
}
