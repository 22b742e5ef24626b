import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/no-alumni-yet.tsx'
import { activityCodesQuery } from '../../domain/recording/queries.ts'
import { sessionQuery } from '../../domain/session/session.ts'
import { RoleGuard } from '../../domain/session/role-guard.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { ConversionResult } from './conversion-result.tsx'
import { useConversion, type ConversionState } from './use-conversion.ts'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { usePassedFile, type InputFile } from '../../ui/form/input-file.ts'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useOpenWork, useUnsaved } from '../../ui/form/unsaved.ts'
import { useStrayDrops } from '../../ui/form/use-stray-drops.ts'
import { formatNumber, formatCount, formatFileSize } from '../../ui/format/numbers.ts'

export function EventConverterPage() {
  return (
    <RoleGuard role="staff">
      <EventConverter />
    </RoleGuard>
  )
}

function EventConverter() {
  const conversion = useConversion()
  const isEmpty = useHasNoAlumni()
  const { file, progress, summary, recorded, refusal } = conversion
  const isRecording = progress?.step === 'recording'
  const hasChoices = summary !== undefined && summary.waiting.chosen + summary.unmatched.chosen > 0
  const isUnsaved = isRecording || (hasChoices && !recorded)
  useUnsaved(
    isUnsaved,
    isRecording
      ? 'Engagements are still being recorded. Leave this page?'
      : 'Leave this page and lose the people you chose?',
  )
  useOpenWork(file !== undefined)
  const open = (otherFile: InputFile) => {
    const question = isRecording
      ? 'Engagements are still being recorded.'
      : 'The people you chose are not recorded yet.'
    if (!isUnsaved || confirm(`${question} Open ${otherFile.name} instead?`)) conversion.open(otherFile)
  }
  useStrayDrops(open)
  usePassedFile('/tools/event_converter', open)
  return (
    <Page
      title="Event converter"
      about="Turn an event platform’s list of attendees into engagements. The file stays on this computer and is not uploaded: only e-mail addresses are looked up, and names only when you ask."
      actions={
        file &&
        !isRecording && (
          <Button variant="default" onClick={conversion.close}>
            {progress ? 'Cancel' : 'Another file'}
          </Button>
        )
      }
    >
      {isEmpty && <NoAlumniYet>Attendees are matched by the e-mail addresses on file.</NoAlumniYet>}
      {refusal && (
        <Box maw={1200} mb={16}>
          <Alert
            tone="bad"
            isAlert
            title={file ? 'The addresses were not looked up' : refusal.name}
            actions={
              file && (
                <Button size="xs" variant="default" onClick={() => conversion.decide({})}>
                  Try again
                </Button>
              )
            }
          >
            {refusal.message}
          </Alert>
        </Box>
      )}
      {file ? (
        <OpenFile conversion={conversion} file={file} />
      ) : (
        <WithAside aside={<KnownExports />}>
          <FileDrop
            icon={IconFileImport}
            text="Drop a list of attendees here"
            hint="A CSV file of any size from Eventbrite, Zoom, Teams, Google Forms, Localist, Luma, Cvent or any other platform."
            label="List of attendees (CSV)"
            onFile={conversion.open}
          />
        </WithAside>
      )}
    </Page>
  )
}

type WaitingForServerAlertProps = { waiting: NonNullable<ConversionState['waiting']>; onRetry: () => void }

/** Shown while the server does not reply or the user is signed out. Signing in here does not close the file. */
function WaitingForServerAlert({ waiting, onRetry }: WaitingForServerAlertProps) {
  const queryClient = useQueryClient()
  const { isSignedOut, message } = waiting
  // An expired session makes this request open the sign-in dialog.
  const signIn = useEffectEvent(() =>
    queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(onRetry, () => undefined),
  )
  useEffect(() => {
    if (isSignedOut) void signIn()
  }, [isSignedOut])
  return (
    <Box maw={1200} mb={16}>
      <Alert
        tone="warn"
        isAlert
        title={isSignedOut ? 'You have been signed out' : 'Waiting for the server'}
        actions={
          <Button size="xs" variant="default" onClick={() => (isSignedOut ? void signIn() : onRetry())}>
            {isSignedOut ? 'Sign in' : 'Try now'}
          </Button>
        }
      >
        {isSignedOut ? 'Sign in again.' : message} Your file stays open, and the look-up continues on its own.
      </Alert>
    </Box>
  )
}

function OpenFile({ conversion, file }: { conversion: ConversionState; file: InputFile }) {
  const { progress, waiting, columns, summary } = conversion
  const page = useQuery(activityCodesQuery)
  return (
    <>
      <Group component="p" gap="4px 12px" mb={16}>
        <strong>{file.name}</strong>
        <span className="muted">
          {[summary?.format, formatFileSize(file.size), summary && formatCount(summary.totals.rows, ['line', 'lines'])]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Group>
      {progress && <ConversionProgress progress={progress} />}
      {waiting && <WaitingForServerAlert waiting={waiting} onRetry={conversion.retry} />}
      {columns && !progress && (
        <ColumnsForm
          key={columns.headerLine}
          needed={columns}
          onChoose={(choice) => conversion.chooseColumns(columns, choice)}
          onHeaderLine={conversion.askForColumns}
        />
      )}
      {summary && (progress === undefined || progress.step === 'recording') && (
        <ConversionResult conversion={conversion} summary={summary} activityCodes={page.data?.activity_codes ?? []} />
      )}
    </>
  )
}

type ConversionProgressProps = { progress: NonNullable<ConversionState['progress']> }

function ConversionProgress({ progress: { step, done, total, rows } }: ConversionProgressProps) {
  const labels = { reading: 'Reading the file', matching: 'Looking up addresses', recording: 'Recording engagements' }
  return (
    <Stack gap={8} maw={1200} mb={16}>
      <ProgressBar label={labels[step]} percent={total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : null} />
      <p className="muted" role="status">
        {step === 'reading'
          ? `Reading the file: ${done}%${rows > 0 ? `, ${formatCount(rows, ['line', 'lines'])}` : ''}`
          : `${labels[step]}${total > 0 ? `: ${formatNumber(done)} of ${formatNumber(total)}` : '…'}`}
      </p>
    </Stack>
  )
}

const supportedExports: [string, string][] = [
  ['Eventbrite', 'Attendee list. People who were checked in count as attended.'],
  ['Zoom', 'Attendee report of a webinar, or participants of a meeting. People who rejoined count once.'],
  ['Microsoft Teams', 'Attendance report of a meeting.'],
  ['Luma, pretix, Hi.Events', 'Guest list. People who were checked in count as attended.'],
  [
    'Google Forms',
    'Responses to a sign-in form. You are asked for the date, because the timestamp only shows when someone responded.',
  ],
  ['Cvent, Hivebrite', 'Registration lists. People marked as present count as attended.'],
  ['Localist, others', 'Any CSV file. If the column names are unclear, you choose once which column is which.'],
]

export function KnownExports() {
  return (
    <Stack component="aside" gap={12} className="fact">
      <Text component="h2" c="var(--ink)" fz={14} fw={600}>
        Files you can drop here
      </Text>
      <Stack component="dl" gap={8} my={0}>
        {supportedExports.map(([name, description]) => (
          <div key={name}>
            <Text component="dt" c="var(--ink)" fz={13} fw={600}>
              {name}
            </Text>
            <dd>{description}</dd>
          </div>
        ))}
      </Stack>
      <p>Nothing is recorded until you say so. Dollar amounts are never read.</p>
    </Stack>
  )
}
