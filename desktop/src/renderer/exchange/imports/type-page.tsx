import {
  importTypeNames,
  type ImportType,
  type ImportTypePage as TypePage,
  type ImportTypePage,
} from '@alumni/shared/exchange/imports'
import { Button, ActionIcon, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconFileUpload, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearch, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BatchHistory } from './batch-history.tsx'
import { isMoving, typeQuery } from './queries.ts'
import { shortTitleOf } from './summary.ts'
import { addUploads, useUploads } from './uploads/queue.ts'
import { sourceOf } from './uploads/source.ts'
import { UploadList } from './uploads/upload-list.tsx'
import { request } from '../../http.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { fileSize } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { z } from 'zod'
import classes from './imports.module.css'

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
          <div className={classes.typePageHistory}>
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

/** Drop or choose a file; it is sent at once and scanned. Nothing is imported by that. */
export function Upload({ page: { type, max_upload_mb } }: { page: ImportTypePage }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const uploads = useUploads().filter((upload) => upload.type === type)
  const done = uploads.find(({ id, step }) => step.is === 'done' && chosen.includes(id))?.step
  const batch = done?.is === 'done' ? done.batch : undefined
  useEffect(() => {
    if (batch)
      void navigate({
        to: '/settings/imports/$type/batches/$id',
        params: { type: batch.type, id: String(batch.id) },
        search: { page: 1 },
      })
  }, [batch, navigate])
  const isBusy = uploads.some(({ step: { is } }) => is !== 'refused')
  return (
    <div className={classes.uploadUpload}>
      <UploadList uploads={uploads} />
      {!isBusy && (
        <FileDrop
          icon={IconFileUpload}
          words="Drop a CSV file here"
          hint={`Up to ${fileSize(max_upload_mb * 1024 * 1024)}. It is scanned first; you decide after that.`}
          label={`CSV file with ${importTypeNames[type].title.toLowerCase()}`}
          onFile={(file) => setChosen([...chosen, ...addUploads([sourceOf(file)], type)])}
        />
      )}
    </div>
  )
}

/** What the file must contain, and what else is read. */
export function FileRequirements({ page }: { page: ImportTypePage }) {
  const required = page.fields.filter((field) => field.required)
  const others = page.fields.filter((field) => !field.required)
  return (
    <section className={classes.panel}>
      <h2>What the file must contain</h2>
      <p className="muted">
        A first line with column names, in any order. Upper and lower case, spaces and underscores do not matter.
      </p>
      <h3>Required</h3>
      <ul className={classes.chips}>
        {required.map((field) => (
          <li key={field.field} data-strong>
            {field.label}
          </li>
        ))}
      </ul>
      <h3>Also read</h3>
      <ul className={classes.chips}>
        {others.map((field) => (
          <li key={field.field}>{field.label}</li>
        ))}
      </ul>
      <p className="muted">
        A column that is missing leaves its field as it is. A column that is there but empty clears it.
      </p>
    </section>
  )
}

/** The columns that someone assigned by hand, remembered for the next file. */
export function Aliases({ page }: { page: ImportTypePage }) {
  const queryClient = useQueryClient()
  const forget = useMutation({
    mutationFn: (header: string) =>
      request(`/settings/imports/${page.type}/aliases`, z.unknown(), { method: 'DELETE', body: { header } }),
    onSuccess: (_, header) => notifications.show({ message: `“${header}” is forgotten.` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Nothing has been removed', message: error.message, role: 'alert' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports', page.type, 'type'] }),
  })
  const labels = new Map(page.fields.map((field) => [field.field, field.label]))
  const ask = (header: string) =>
    modals.openConfirmModal({
      title: `Forget “${header}”?`,
      children: `Later ${importTypeNames[page.type].title.toLowerCase()} files with this column leave it out until someone assigns it again. Imports so far stay as they are.`,
      labels: { confirm: 'Forget it', cancel: 'Keep it' },
      onConfirm: () => forget.mutate(header),
    })

  if (page.aliases.length === 0) return null
  return (
    <section className={classes.panel}>
      <h2>Remembered columns</h2>
      <p className="muted">Assigned by hand in an earlier review and used for every file since.</p>
      <ul className={classes.pairs}>
        {page.aliases.map(({ header, field }) => (
          <li key={header}>
            <span className={classes.pair}>
              {header} <IconArrowRight size={13} stroke={1.8} aria-label="fills" /> {labels.get(field) ?? field}
            </span>
            <Tooltip label="Forget this column">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Forget the column ${header}`}
                loading={forget.isPending && forget.variables === header}
                onClick={() => ask(header)}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  )
}
