import { coverageForm, giftColumns, givingPreview, givingUrl } from '@alumni/shared/exchange/giving'
import type { GivingPage, GivingImport } from '@alumni/shared/exchange/giving'
import { Paper, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FileUpload } from '../../domain/files/file-upload.tsx'
import { Card } from '../../ui/page/card.tsx'
import { usePassedFile, type InputFile } from '../../ui/form/input-file.ts'
import { Alert } from '../../ui/alert.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { formatShortDay } from '../../ui/format/days.ts'
import { formatFileSize, formatNumber } from '../../ui/format/numbers.ts'
import { RelativeTime, ShortDate } from '../../ui/format/times.tsx'
import { typePage } from '../imports/queries.ts'
import { WindowForm } from './window-form.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { IconHistory } from '@tabler/icons-react'
import { Section } from '../../ui/page/section.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { type GivingSearch } from './queries.ts'
import { formatYears } from './year-table.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

export function NewImport({ page, isStale }: { page: GivingPage; isStale: boolean }) {
  return (
    <WithAside aside={<AboutTheFile />} foot={<History page={page} isStale={isStale} />}>
      {!page.has_crm_ids && <NoCrmIds />}
      {page.waiting.map((preview) => (
        <WaitingPreview key={preview.id} preview={preview} />
      ))}
      <UploadCards page={page} />
    </WithAside>
  )
}

export function NoCrmIds() {
  return (
    <Alert
      tone="warn"
      title="No alumni have CRM IDs yet"
      actions={<Link {...typePage('contacts')}>Import contacts</Link>}
    >
      Every line would be reported as an unmatched contact ID. Import contacts with their CRM IDs first.
    </Alert>
  )
}

function WaitingPreview({ preview }: { preview: GivingPage['waiting'][number] }) {
  return (
    <Alert
      tone="info"
      title="You have a preview waiting"
      actions={
        <LinkButton size="xs" variant="default" to={givingUrl} search={{ preview_id: preview.id, page: 1 }}>
          Continue
        </LinkButton>
      }
    >
      {formatShortDay(preview.coverage_start)} to {formatShortDay(preview.coverage_end)}, uploaded{' '}
      <RelativeTime time={preview.uploaded_at} />.
    </Alert>
  )
}

function UploadCards({ page }: { page: GivingPage }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [window, setWindow] = useState({ coverage_start: '', coverage_end: '' })
  const parsed = useMemo(() => coverageForm.safeParse(window), [window])
  const [handedFile, setHandedFile] = useState<InputFile>()
  usePassedFile(givingUrl, setHandedFile)
  return (
    <>
      <Card title="1. Which days does the file cover?">
        <WindowForm page={page} window={window} parsed={parsed} onChange={setWindow} />
      </Card>
      <Card title="2. The file">
        {parsed.success ? (
          <FileUpload
            url={givingUrl}
            reply={givingPreview}
            fields={parsed.data}
            maxUploadMb={page.max_upload_mb}
            hint={`Up to ${formatFileSize(page.max_upload_mb * 1024 * 1024)}. You will review every year before anything changes.`}
            label="CSV file with gifts"
            initialFile={handedFile}
            checking="Sent. Comparing gifts with those on file…"
            onAccepted={({ id }) => {
              void queryClient.invalidateQueries({ queryKey: ['giving'] })
              void navigate({ to: givingUrl, search: { preview_id: id, page: 1 }, ignoreBlocker: true })
            }}
          />
        ) : (
          <Paper component="p" p={24} bd="1.5px dashed var(--line-strong)" bg="var(--sunken)" c="dimmed" ta="center">
            {handedFile && <strong>{handedFile.name} is ready. </strong>}
            First choose the days the file covers. Gifts are replaced for these days only.
          </Paper>
        )}
      </Card>
    </>
  )
}

function AboutTheFile() {
  return (
    <Stack component="aside" aria-label="About the file">
      <Card title="What the file must contain">
        <ul className="chips">
          {Object.values(giftColumns).map((label) => (
            <li key={label} data-strong>
              {label}
            </li>
          ))}
        </ul>
        <p className="muted">
          One line per gift. All other columns, amounts above all, are dropped as the file arrives. The file itself is
          not stored.
        </p>
      </Card>
      <Card title="What is replaced">
        <p className="muted">
          Whole fiscal years only. A completed year must be covered to its last day, and the current year to within 45
          days of today. In those years, the file’s gifts replace the gifts on file. All other years stay as they are.
        </p>
      </Card>
    </Stack>
  )
}

const columns: Column<GivingImport>[] = [
  column('years', 'Replaced', (row) => (
    <span className="lines">
      <Link to={givingUrl} search={{ preview_id: row.id, page: 1 }} className="name">
        {formatYears(row.years)}
      </Link>
      <span className="note">
        {formatShortDay(row.coverage_start)} to {formatShortDay(row.coverage_end)}
        {row.undone_by && ` · undone by ${row.undone_by}`}
      </span>
    </span>
  )),
  column('inserted', 'Imported', { isNumber: true }, (row) => formatNumber(row.inserted)),
  column('deleted', 'Replaced gifts', { isNumber: true }, (row) => formatNumber(row.deleted)),
  column('unmatched', 'Unmatched', { isNumber: true }, (row) => formatNumber(row.unmatched)),
  column('when', 'When', (row) => (
    <span className="lines">
      <ShortDate date={row.imported_at} />
      <span className="note">by {row.imported_by}</span>
    </span>
  )),
]

function History({ page, isStale }: { page: GivingPage; isStale: boolean }) {
  const navigate = useNavigate({ from: givingUrl })
  return (
    <Section title="Giving imports so far">
      <ResourceList
        address={useAddress<GivingSearch>()}
        page={page}
        noun={['import', 'imports']}
        caption="Giving imports"
        columns={columns}
        rows={page.imports}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => void navigate({ search: { preview_id: id, page: 1 } })}
        isStale={isStale}
        isFiltered={false}
        empty={{
          icon: IconHistory,
          title: 'No giving imports yet',
          children: 'Each import is listed here with its person, days, fiscal years and number of gifts.',
        }}
      />
    </Section>
  )
}
