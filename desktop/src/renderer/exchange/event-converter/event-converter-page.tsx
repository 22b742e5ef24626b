import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/on-file.tsx'
import { activityCodesQuery } from '../../domain/recording/queries.ts'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { ConversionResult } from './conversion-result.tsx'
import { useConversion, type ConversionState } from './use-conversion.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { useHandedFile, type HandedFile } from '../../ui/handed-file.ts'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useStrayDrops } from '../../ui/use-stray-drops.ts'
import { count, countOf, fileSize } from '../../ui/words/numbers.ts'

/** An event platform's list of attendees becomes engagements. The file is read on this computer. */
export function EventConverterPage() {
  return (
    <RequireRole role="staff">
      <EventConverter />
    </RequireRole>
  )
}

function EventConverter() {
  const conversion = useConversion()
  const isEmpty = useHasNoAlumni()
  const { file, progress, summary, recorded, refusal } = conversion
  useStrayDrops()
  const isChosen =
    summary !== undefined && [...summary.waiting, ...summary.unmatched].some(({ chosen }) => chosen !== undefined)
  const isUnsaved = progress?.words === 'recording' || (isChosen && !recorded)
  useUnsaved(isUnsaved, 'What you chose is kept only while this page is open. Leave it?')
  useHandedFile('/tools/event_converter', (opened) => {
    if (!isUnsaved || confirm(`What you chose for this file is not recorded. Open ${opened.name} instead?`))
      conversion.open(opened)
  })
  return (
    <Page
      title="Event converter"
      about="Make engagements from the list of attendees that an event platform exports. The file stays on this computer: only e-mail addresses are looked up, and a name where you ask for it."
      actions={
        file && (
          <Button variant="default" onClick={conversion.close}>
            {progress ? 'Cancel' : 'Another file'}
          </Button>
        )
      }
    >
      {isEmpty && <NoAlumniYet>Attendees are recognised by the addresses of the people on file.</NoAlumniYet>}
      {refusal && (
        <Box maw={1200} mb={16}>
          <Alert tone="bad" isAlert title={refusal.name}>
            {refusal.sentence}
          </Alert>
        </Box>
      )}
      {file ? (
        <OpenFile conversion={conversion} file={file} />
      ) : (
        <div className="main-and-aside">
          <FileDrop
            icon={IconFileImport}
            words="Drop a list of attendees here"
            hint="CSV from Eventbrite, Zoom, Google Forms, Localist, Luma, Cvent or anything else, of any size."
            label="List of attendees (CSV)"
            onFile={conversion.open}
          />
          <KnownExports />
        </div>
      )}
    </Page>
  )
}

function OpenFile({ conversion, file }: { conversion: ConversionState; file: HandedFile }) {
  const { progress, columns, summary } = conversion
  const page = useQuery(activityCodesQuery)
  return (
    <>
      <Group component="p" gap="4px 12px" mb={16}>
        <strong>{file.name}</strong>
        <span className="muted">
          {[summary?.format, fileSize(file.size), summary && countOf(summary.totals.rows, ['line', 'lines'])]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Group>
      {progress && <Working progress={progress} />}
      {columns && !progress && (
        <ColumnsForm
          key={columns.headerKey}
          needed={columns}
          onChoose={(mapping) => conversion.chooseColumns(columns.headerKey, mapping)}
        />
      )}
      {summary && (progress === undefined || progress.words === 'recording') && (
        <ConversionResult conversion={conversion} summary={summary} activityCodes={page.data?.activity_codes ?? []} />
      )}
    </>
  )
}

function Working({ progress: { words, done, of, rows } }: { progress: NonNullable<ConversionState['progress']> }) {
  const labels = { reading: 'Reading the file', matching: 'Looking addresses up', recording: 'Recording engagements' }
  return (
    <Stack gap={8} maw={1200} mb={16}>
      <ProgressBar label={labels[words]} percent={of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : null} />
      <p className="muted" role="status">
        {words === 'reading'
          ? `Reading the file: ${done}%${rows > 0 ? `, ${countOf(rows, ['line', 'lines'])}` : ''}`
          : `${labels[words]}: ${count(done)} of ${count(of)}`}
      </p>
    </Stack>
  )
}

const exports: [string, string][] = [
  ['Eventbrite', 'Attendees list. Who was checked in counts as attended.'],
  ['Zoom', 'Attendee report of a webinar, or the participants of a meeting. Who joined again counts once.'],
  ['Luma', 'Guest list. Who was checked in counts as attended.'],
  [
    'Google Forms',
    'Responses of a sign-in form. You are asked for the day: the timestamp is only when someone answered.',
  ],
  ['Cvent, Hivebrite', 'Lists of registrations. Who is marked as there counts as attended.'],
  ['Localist, others', 'Any CSV file. You say once which column is which.'],
]

/** What is understood without a question, and what becomes of it. */
export function KnownExports() {
  return (
    <Stack component="aside" gap={12} className="fact">
      <Text component="h2" c="var(--ink)" fz={14} fw={600}>
        What can be dropped
      </Text>
      <Stack component="dl" gap={8} my={0}>
        {exports.map(([name, about]) => (
          <div key={name}>
            <Text component="dt" c="var(--ink)" fz={13} fw={600}>
              {name}
            </Text>
            <dd>{about}</dd>
          </div>
        ))}
      </Stack>
      <p>Nothing is recorded before you say so. Amounts of money are never read.</p>
    </Stack>
  )
}
