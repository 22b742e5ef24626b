import { givingUrl, type GivingPreview } from '@alumni/shared/exchange/giving'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedPage, isAccessError } from '../../domain/session/failed-page.tsx'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Stepper } from '../../ui/page/stepper.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { CommitButton } from './commit-button.tsx'
import { NewImport } from './new-import.tsx'
import { DiscardButton, Preview } from './preview.tsx'
import { givingPageQuery, readRefusal, type Refusal } from './queries.ts'
import { Results } from './results.tsx'

function useGiving() {
  const search = useSearch({ from: '/shell/settings/engagement_activities/import_giving' })
  const query = useQuery(givingPageQuery(search))
  const [refused, setRefused] = useState<Refusal | null>(null)
  // Ignores the previous preview while another one loads.
  const page = query.data && search.preview_id === query.data.preview?.id ? query.data : undefined
  const refusal = refused?.id === search.preview_id ? refused : null
  const preview = page?.preview && newestPreview(page.preview, refusal)
  const step = !preview ? 'file' : preview.committed_at ? 'results' : 'preview'
  return { query, page, preview, step, refusal, setRefused } as const
}

export function GivingPage() {
  const { query, page, preview, step, refusal, setRefused } = useGiving()
  const [changedImport, setChangedImport] = useState<number>()
  if (!page && isAccessError(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      {...(step === 'results' ? resultsTitle(preview!) : { title: 'Giving import' })}
      about={
        preview ? (
          <PreviewFacts preview={preview} />
        ) : (
          'Who gave and when, by fiscal year. Amounts are never read, stored or shown.'
        )
      }
      actions={
        step === 'preview' && (
          <>
            <DiscardButton id={preview!.id} />
            <CommitButton
              key={JSON.stringify(preview!.years)}
              preview={preview!}
              onDone={() => setChangedImport(preview!.id)}
              onRefused={(error) => setRefused(readRefusal(preview!.id, error))}
            />
          </>
        )
      }
    >
      <Stepper
        steps={['Window and file', 'Fiscal years', 'Results']}
        currentIndex={['file', 'preview', 'results'].indexOf(step)}
        currentLook={step === 'results' ? 'done' : 'current'}
      />
      <QueryContent query={{ ...query, data: page } as typeof query} height={120}>
        {(page) =>
          !preview ? (
            <NewImport page={page} isStale={query.isPlaceholderData} />
          ) : step === 'results' ? (
            <Results
              preview={preview}
              isJustChanged={changedImport === preview.id}
              onUndone={() => setChangedImport(preview.id)}
            />
          ) : (
            <Preview preview={preview} refusal={refusal} hasCrmIds={page.has_crm_ids} />
          )
        }
      </QueryContent>
    </Page>
  )
}

function resultsTitle({ id }: GivingPreview) {
  return { title: `Giving import ${id}`, crumbs: [{ title: 'Giving import', path: givingUrl }] }
}

function newestPreview(preview: GivingPreview, refusal: Refusal | null): GivingPreview {
  return preview.committed_at ? preview : (refusal?.preview ?? preview)
}

function PreviewFacts({ preview }: { preview: GivingPreview }) {
  return (
    <>
      {formatDay(preview.coverage_start)} to {formatDay(preview.coverage_end)} · uploaded{' '}
      <RelativeTime time={preview.uploaded_at} /> by {preview.uploaded_by}
    </>
  )
}
