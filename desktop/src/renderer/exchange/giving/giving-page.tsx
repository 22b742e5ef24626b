import { givingUrl } from '@alumni/shared/exchange/giving'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { When } from '../../ui/words/when.tsx'
import { NewImport } from './new-import.tsx'
import { Preview, Results } from './preview.tsx'
import { givingPageQuery } from './queries.ts'

/** The giving import in one story: say the window, drop the file, read the years, confirm, see what was done. */
export function GivingPage() {
  const search = useSearch({ from: '/shell/settings/engagement_activities/import_giving' })
  const query = useQuery(givingPageQuery(search))
  // While another preview is on its way, the one before it is not this one.
  const page = query.data && search.preview_id === query.data.preview?.id ? query.data : undefined
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  const preview = page?.preview
  return (
    <Page
      title={preview?.committed_at ? `Giving import ${preview.id}` : 'Giving import'}
      crumbs={preview?.committed_at ? [{ title: 'Giving import', path: givingUrl }] : []}
      about={
        preview ? (
          <>
            {dayWords(preview.coverage_start)} to {dayWords(preview.coverage_end)} · uploaded{' '}
            <When at={preview.uploaded_at} /> by {preview.uploaded_by}
          </>
        ) : (
          'Who gave and when, fiscal year by fiscal year. How much is never read, stored or shown.'
        )
      }
      actions={
        preview && (
          <Button
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <Link to={givingUrl} search={{ page: 1 }} {...props} />}
          >
            Upload another file
          </Button>
        )
      }
    >
      <Stepper
        steps={['Window and file', 'Fiscal years', 'Results']}
        at={!preview ? 0 : preview.committed_at ? 2 : 1}
        look={preview?.committed_at ? 'done' : 'current'}
      />
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {!page && !query.error && <BlockSkeletons blocks={3} height={120} />}
      {page &&
        (!preview ? (
          <NewImport page={page} isStale={query.isPlaceholderData} />
        ) : preview.committed_at ? (
          <Results preview={preview} />
        ) : (
          <Preview key={preview.id} preview={preview} hasCrmIds={page.has_crm_ids} />
        ))}
    </Page>
  )
}
