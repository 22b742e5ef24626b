import { Button } from '@mantine/core'
import { importTypeNames, type ImportType, type ImportTypePage as TypePage } from '@alumni/shared/exchange/imports'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { When } from '../../ui/words/when.tsx'
import { Aliases } from './aliases.tsx'
import { BatchHistory } from './batch-history.tsx'
import { FileRequirements } from './file-requirements.tsx'
import { isMoving, typeQuery } from './queries.ts'
import { shortTitleOf } from './undo-words.ts'
import { Upload } from './upload.tsx'
import classes from './type-page.module.css'

/** Upload a file of one kind, and see those before it. */
export function ImportTypePage() {
  const { type } = useParams({ from: '/shell/settings/imports/$type' }) as { type: ImportType }
  const { page: pageNumber } = useSearch({ from: '/shell/settings/imports/$type' })
  const query = useQuery(typeQuery(type, pageNumber))
  const page = query.data
  const { title, about } = importTypeNames[type]
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page title={`${title} import`} about={about}>
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={2} height={168} />}
      {page && (
        <div className={classes.columns}>
          <div className={classes.upload}>
            {type === 'employment' && <SnapshotWarning />}
            {page.active ? <ActiveBatch batch={page.active} /> : <Upload key={type} page={page} />}
          </div>
          <aside className={classes.aside} aria-label="About the file">
            <FileRequirements page={page} />
            <Aliases page={page} />
          </aside>
          <div className={classes.history}>
            <BatchHistory page={page} isStale={query.isPlaceholderData} />
          </div>
        </div>
      )}
    </Page>
  )
}

function SnapshotWarning() {
  return (
    <Sentence tone="warn" title="This file replaces all employment records">
      Employment is a full snapshot: every record that the file does not contain is deleted. Export all of them, not
      only the new ones. You see the number and confirm it before anything happens.
    </Sentence>
  )
}

function ActiveBatch({ batch }: { batch: NonNullable<TypePage['active']> }) {
  const words = isMoving(batch.status) ? 'is still at work' : 'waits for review'
  return (
    <Sentence
      tone="info"
      title={`${shortTitleOf(batch)} ${words}`}
      actions={
        <Button
          renderRoot={(props) => (
            <Link
              to="/settings/imports/$type/batches/$id"
              params={{ type: batch.type, id: String(batch.id) }}
              search={{ page: 1 }}
              {...props}
            />
          )}
        >
          {isMoving(batch.status) ? 'Watch it' : 'Continue the review'}
        </Button>
      }
    >
      {batch.file_name}, {batch.undoes ? 'started' : 'uploaded'} <When at={batch.started_at} /> by {batch.imported_by}.
      Finish or cancel it before you upload the next file.
    </Sentence>
  )
}
