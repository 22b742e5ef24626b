import { givingUrl, type GivingPage as PageData } from '@alumni/shared/exchange/giving'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedPage, isRefused } from '../../domain/session/failed-page.tsx'
import { Loaded } from '../../domain/session/resource-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { When } from '../../ui/words/when.tsx'
import { CommitButton } from './commit-button.tsx'
import { NewImport } from './new-import.tsx'
import { DiscardButton, Preview } from './preview.tsx'
import { givingPageQuery, refusalOf, type Refusal } from './queries.ts'
import { Results } from './results.tsx'

/** The giving import in one story: say the window, drop the file, read the years, confirm, see what was done. */
export function GivingPage() {
  const search = useSearch({ from: '/shell/settings/engagement_activities/import_giving' })
  const query = useQuery(givingPageQuery(search))
  // While another preview is on its way, the one before it is not this one.
  const page = query.data && search.preview_id === query.data.preview?.id ? query.data : undefined
  const [refused, setRefused] = useState<Refusal | null>(null)
  /** The import that was made or undone here a moment ago. */
  const [actedOn, setActedOn] = useState<number>()
  const refusal = refused?.id === search.preview_id ? refused : null
  // The refusal brought fresher figures than the page had, until the page has them too.
  const preview = page?.preview && !page.preview.committed_at && refusal?.preview ? refusal.preview : page?.preview
  const isDone = Boolean(preview?.committed_at)
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
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
        preview &&
        !isDone && (
          <>
            <DiscardButton id={preview.id} />
            <CommitButton
              key={JSON.stringify(preview.years)}
              preview={preview}
              onDone={() => setActedOn(preview.id)}
              onRefused={(error) => setRefused(refusalOf(preview.id, error))}
            />
          </>
        )
      }
    >
      <Stepper
        steps={['Window and file', 'Fiscal years', 'Results']}
        at={isDone ? 2 : preview ? 1 : 0}
        look={isDone ? 'done' : 'current'}
      />
      <Loaded query={{ ...query, data: page } as typeof query} height={120}>
        {(page) =>
          !preview ? (
            <NewImport page={page} isStale={query.isPlaceholderData} />
          ) : isDone ? (
            <Results preview={preview} isNews={actedOn === preview.id} onUndone={() => setActedOn(preview.id)} />
          ) : (
            <Preview preview={preview} refusal={refusal} hasCrmIds={page.has_crm_ids} />
          )
        }
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
