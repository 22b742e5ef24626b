import { isActiveImport } from '@alumni/shared/exchange/import-states'
import { importTypeNames, importTypes, type ImportStatusReply, type ImportType } from '@alumni/shared/exchange/imports'
import { Box, Group, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconArrowRight, IconFileUpload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedPage, FailedSection, isAccessError } from '../../domain/session/failed-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { passFileToPage, usePassedFile, type InputFile } from '../../ui/form/input-file.ts'
import { Page } from '../../ui/page/page.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { batchPage, hubQuery, isProcessing, typePage } from './queries.ts'
import { StatusLabel } from './status-label.tsx'
import { describeBatch } from './summary.ts'
import { useOpenFile } from './opened-files.tsx'
import { LinkButton } from '../../ui/button.tsx'

export function ImportHubPage() {
  const hub = useQuery(hubQuery)
  const openFile = useOpenFile('admin')
  const [unknownFile, setUnknownFile] = useState<InputFile>()
  usePassedFile('/settings/imports', setUnknownFile)
  if (!hub.data && isAccessError(hub.error)) return <FailedPage error={hub.error} />
  return (
    <Page title="Imports" about="Import files from the CRM. Nothing is saved until you have reviewed the changes.">
      {hub.error && !hub.data && <FailedSection error={hub.error} onRetry={hub.refetch} />}
      <Stack gap={12} mb={24}>
        <FileDrop
          icon={IconFileUpload}
          text="Drop a CSV file here"
          hint="It is recognized by its header row, and the page for it opens."
          label="CSV file from the CRM"
          onFile={openFile}
        />
        {unknownFile && <UnknownFile file={unknownFile} />}
      </Stack>
      <SimpleGrid component="ul" className="list" cols={{ base: 1, md: 2 }} aria-busy={hub.isPending}>
        {hub.isPending
          ? [0, 1, 2, 3].map((index) => <HubCardSkeleton key={index} />)
          : hub.data?.types.map(({ type, last_batch }) => <HubCard key={type} type={type} lastBatch={last_batch} />)}
      </SimpleGrid>
    </Page>
  )
}

function UnknownFile({ file }: { file: InputFile }) {
  const { history } = useRouter()
  const open = (type: string) => {
    passFileToPage(`/settings/imports/${type}`, file)
    history.push(`/settings/imports/${type}`)
  }
  return (
    <Alert
      tone="info"
      isAlert
      title={file.name}
      actions={
        <Select
          size="xs"
          aria-label={`What is in ${file.name}?`}
          placeholder="Choose what it is"
          data={importTypes.map((value) => ({ value, label: importTypeNames[value].title }))}
          onChange={(type) => type && open(type)}
        />
      }
    >
      Its header row matches no kind of import, or several.
    </Alert>
  )
}

function HubCard({ type, lastBatch }: { type: ImportType; lastBatch: ImportStatusReply | null }) {
  const { title, about } = importTypeNames[type]
  return (
    <li className="panel">
      <Group justify="space-between" gap={12}>
        <h2>
          <Link {...typePage(type)} className="name">
            {title}
          </Link>
        </h2>
        {lastBatch && <StatusLabel batch={lastBatch} />}
      </Group>
      <p className="fact">{about}</p>
      <Box className="ruled" pt={12} mih={60}>
        {lastBatch ? (
          <>
            <p>{lastBatch.error ?? describeBatch(lastBatch)}</p>
            <p className="fact">
              <RelativeTime time={lastBatch.finished_at ?? lastBatch.started_at} /> by {lastBatch.imported_by} ·{' '}
              {lastBatch.file_name}
            </p>
          </>
        ) : (
          <p className="fact">No files have been imported yet.</p>
        )}
      </Box>
      <Group justify="space-between" gap={12}>
        {lastBatch && isActiveImport(lastBatch.status) ? (
          <LinkButton rightSection={<IconArrowRight size={16} stroke={1.8} aria-hidden />} {...batchPage(lastBatch)}>
            {formatContinueLabel(lastBatch)}
          </LinkButton>
        ) : (
          <LinkButton variant="default" icon={IconUpload} {...typePage(type)}>
            Import {title.toLowerCase()}
          </LinkButton>
        )}
        {lastBatch && (
          <Link {...typePage(type)} className="fact" aria-label={`${title}: all imports`}>
            All imports
          </Link>
        )}
      </Group>
    </li>
  )
}

function formatContinueLabel({ status, progress: { done, total } }: ImportStatusReply): string {
  if (!isProcessing(status)) return 'Continue the review'
  return total > 0 ? `View progress: ${formatNumber(Math.floor((done / total) * 100))}%` : 'View progress'
}

function HubCardSkeleton() {
  return (
    <li className="panel">
      <Skeleton height={21} width={120} />
      <Skeleton height={16} width="80%" />
      <Box className="ruled" pt={12} mih={60}>
        <Skeleton height={16} width="60%" mb={10} />
        <Skeleton height={16} width="70%" />
      </Box>
      <Skeleton height={36} width={150} />
    </li>
  )
}
