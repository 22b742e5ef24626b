import { givingUrl, type GivingPage as PageData } from '@alumni/shared/exchange/giving'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { FailedPage, isRefused } from '../../domain/session/failed-page.tsx'
import { Loaded } from '../../domain/session/resource-page.tsx'
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
  const isDone = Boolean(preview?.committed_at)
  return (
    <Page
      title={isDone ? `Giving import ${preview!.id}` : 'Giving import'}
      crumbs={isDone ? [{ title: 'Giving import', path: givingUrl }] : []}
      about={
        preview ? (
          <About preview={preview} />
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
        at={isDone ? 2 : preview ? 1 : 0}
        look={isDone ? 'done' : 'current'}
      />
      <Loaded query={{ ...query, data: page } as typeof query} height={120}>
        {(page) => <Step page={page} isStale={query.isPlaceholderData} />}
      </Loaded>
    </Page>
  )
}

function About({ preview }: { preview: NonNullable<PageData['preview']> }) {
  return (
    <>
      {dayWords(preview.coverage_start)} to {dayWords(preview.coverage_end)} · uploaded{' '}
      <When at={preview.uploaded_at} /> by {preview.uploaded_by}
    </>
  )
}

function Step({ page, isStale }: { page: PageData; isStale: boolean }) {
  const { preview } = page
  if (!preview) return <NewImport page={page} isStale={isStale} />
  if (preview.committed_at) return <Results preview={preview} />
  return <Preview key={preview.id} preview={preview} hasCrmIds={page.has_crm_ids} />
}
