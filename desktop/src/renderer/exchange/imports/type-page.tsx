import { importStatusReply, importTypeNames } from '@alumni/shared/exchange/imports'
import type { ImportType, ImportTypePage as TypePage } from '@alumni/shared/exchange/imports'
import { ActionIcon, Group, Stack, Tooltip } from '@mantine/core'
import { IconArrowRight, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { FileUpload } from '../../domain/files/file-upload.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { request } from '../../http.ts'
import { Card } from '../../ui/page/card.tsx'
import { Alert } from '../../ui/alert.tsx'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { usePassedFile, type InputFile } from '../../ui/form/input-file.ts'
import { useAction } from '../../ui/use-action.ts'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { formatFileSize } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { BatchHistory } from './batch-history.tsx'
import { batchPage, isProcessing, typeQuery } from './queries.ts'
import { formatShortBatchTitle } from './summary.ts'
import { LinkButton } from '../../ui/button.tsx'

export function ImportTypePage() {
  const { type } = useParams({ from: '/shell/settings/imports/$type' }) as { type: ImportType }
  const { page: pageNumber } = useSearch({ from: '/shell/settings/imports/$type' })
  const query = useQuery(typeQuery(type, pageNumber))
  const { title, about } = importTypeNames[type]
  return (
    <ResourcePage query={query} blocks={2} height={168} title={`${title} import`} about={about}>
      {(page) => (
        <WithAside
          aside={
            <Stack component="aside" gap={24} aria-label="About the file">
              <FileRequirements page={page} />
              <RememberedColumns page={page} />
            </Stack>
          }
          foot={<BatchHistory page={page} isStale={query.isPlaceholderData} />}
        >
          {type === 'employment' && (
            <Alert tone="warn" title="This file replaces all employment records">
              Employment is a full snapshot: every record missing from the file is deleted. Export all records, not only
              new ones. You will see the number and confirm it before anything changes.
            </Alert>
          )}
          {page.active ? <ActiveBatch batch={page.active} /> : <Upload key={type} page={page} />}
        </WithAside>
      )}
    </ResourcePage>
  )
}

function ActiveBatch({ batch }: { batch: NonNullable<TypePage['active']> }) {
  const status = isProcessing(batch.status) ? 'is still running' : 'is waiting for review'
  return (
    <Alert
      tone="info"
      title={`${formatShortBatchTitle(batch)} ${status}`}
      actions={
        <LinkButton {...batchPage(batch)}>
          {isProcessing(batch.status) ? 'View progress' : 'Continue the review'}
        </LinkButton>
      }
    >
      {batch.file_name}, {batch.undoes ? 'started' : 'uploaded'} <RelativeTime time={batch.started_at} /> by{' '}
      {batch.imported_by}. Finish or cancel it before you upload the next file.
    </Alert>
  )
}

function Upload({ page: { type, max_upload_mb } }: { page: TypePage }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [handedFile, setHandedFile] = useState<InputFile>()
  const url = `/settings/imports/${type}`
  usePassedFile(url, setHandedFile)
  return (
    <FileUpload
      url={url}
      reply={importStatusReply}
      maxUploadMb={max_upload_mb}
      hint={`Up to ${formatFileSize(max_upload_mb * 1024 * 1024)}. The file is scanned first. Nothing is imported until you say so.`}
      label={`CSV file with ${importTypeNames[type].title.toLowerCase()}`}
      initialFile={handedFile}
      checking="Sent. Checking the file…"
      onAccepted={(batch) => {
        void queryClient.invalidateQueries({ queryKey: ['imports'] })
        void navigate({ ...batchPage(batch), ignoreBlocker: true })
      }}
    />
  )
}

function FileRequirements({ page: { fields } }: { page: TypePage }) {
  const chips = (isRequired: boolean) => (
    <ul className="chips">
      {fields
        .filter(({ required }) => required === isRequired)
        .map(({ field, label }) => (
          <li key={field} data-strong={isRequired || undefined}>
            {label}
          </li>
        ))}
    </ul>
  )
  return (
    <Card title="What the file must contain">
      <p className="muted">
        A header row with column names, in any order. Capitalization, spaces and underscores do not matter.
      </p>
      <h3 className="note">Required</h3>
      {chips(true)}
      <h3 className="note">Also read</h3>
      {chips(false)}
      <p className="muted">
        If a column is missing, its field stays as it is. If a column is there but empty, its field is cleared.
      </p>
    </Card>
  )
}

function RememberedColumns({ page: { type, aliases, fields } }: { page: TypePage }) {
  const forget = useAction(
    (header: string) =>
      request(`/settings/imports/${type}/aliases`, z.unknown(), { method: 'DELETE', body: { header } }),
    {
      invalidates: [['imports', type, 'type']],
      successNotice: (_, header) => `“${header}” is forgotten.`,
      errorTitle: 'Nothing has been removed',
    },
  )
  const labels = new Map(fields.map(({ field, label }) => [field, label]))
  const ask = (header: string) =>
    askToConfirm({
      title: `Forget “${header}”?`,
      children: `Future ${importTypeNames[type].title.toLowerCase()} files will skip this column until someone assigns it again. Past imports do not change.`,
      confirm: 'Forget it',
      onConfirm: () => forget.mutate(header),
    })

  if (aliases.length === 0) return null
  return (
    <Card title="Remembered columns">
      <p className="muted">Assigned by hand in an earlier review and used for every file since.</p>
      <ul className="rows">
        {aliases.map(({ header, field }) => (
          <Group component="li" key={header} justify="space-between" wrap="nowrap">
            <span>
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
          </Group>
        ))}
      </ul>
    </Card>
  )
}
