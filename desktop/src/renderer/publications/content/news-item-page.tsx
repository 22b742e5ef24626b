import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { formatZone } from '../../domain/publications/clock.ts'
import { usePublicationDelete, usePublicationMove } from '../../domain/publications/mutations.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { ContentRecord } from './content-record.tsx'
import { newsQuery, urlOf } from './queries.ts'

/** News, and what can be done with them. */
export function NewsItemPage() {
  const { id } = useParams({ from: '/shell/settings/content/news/$id' })
  const navigate = useNavigate()
  const query = useQuery(newsQuery(id))
  const url = urlOf('news', id)
  const move = usePublicationMove(url, 'news')
  const remove = usePublicationDelete(url, 'news')
  if (query.error && !query.data) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { record } = query.data
  return (
    <ContentRecord
      record={record}
      noun="item"
      facts={[
        { name: 'Community', value: record.community },
        { name: 'Author', value: record.author },
        {
          name: record.state === 'ended' ? 'Left the site' : 'Leaves the site',
          value: record.ends && `${record.ends.replace('T', ', ')}, ${formatZone(record.clock_zone)}`,
        },
      ]}
      move={move}
      remove={remove}
      renderEdit={(props) => <Link to="/settings/content/news/$id/edit" params={{ id }} {...props} />}
      onDeleted={() => void navigate({ to: '/settings/content/news' })}
      onCopy={() => void navigate({ to: '/settings/content/news/new', search: { copy: record.id } })}
    />
  )
}
