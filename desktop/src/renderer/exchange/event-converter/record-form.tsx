import { maxDescriptionLength } from '@alumni/shared/exchange/events-api'
import { Box, Stack, TextInput } from '@mantine/core'
import { IconDownload, IconFolderOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import type { Summary, Totals } from '../../../converter/conversion.ts'
import { ActivityField } from '../../domain/recording/activity-field.tsx'
import { isDesktop } from '../../ui/desktop.ts'
import { UndoRecordingButton } from '../../domain/recording/undo-recording.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDayOfYear, formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import type { ConversionState } from './use-conversion.ts'
import { Button } from '../../ui/button.tsx'

type RecordFormProps = {
  conversion: ConversionState
  summary: Summary
  activityCodes: { code: string; name: string }[]
}

export function RecordForm({ conversion, summary, activityCodes }: RecordFormProps) {
  const { totals, days, events } = summary
  const [code, setCode] = useState('event_attended')
  const [typedName, setTypedName] = useState<string>()
  const [typedDate, setTypedDate] = useState<string>()
  const [isSubmitted, setSubmitted] = useState(false)
  const hasSeveralEvents = events.length > 1
  const name = typedName ?? (events.length === 1 ? events[0]! : '')
  const date = resolveDate(days, typedDate)
  const isDateValid = date === null || isDate(date)
  const isNameValid = name.trim() !== '' || hasSeveralEvents
  const codes = addDefaultCode(code, activityCodes)
  const facts = { activityCode: code, description: name.trim(), date: date || null }

  function submitIf(isValid: boolean, submit: () => void) {
    setSubmitted(true)
    if (isValid) submit()
  }

  const activity = codes.find((each) => each.code === code)?.name ?? code
  const eventText = [activity, describeEvent(name.trim(), events, describeDate(days, date))]
  return (
    <form
      className="panel sticky-aside"
      aria-label="Record the engagements"
      onSubmit={(event) => {
        event.preventDefault()
        submitIf(isNameValid && isDateValid, () => conversion.record(facts))
      }}
    >
      <h2>Record it</h2>
      <ActivityField codes={codes} value={code} onChange={setCode} />
      <LimitedInput
        label="Name of the event"
        description={
          hasSeveralEvents && typedName === undefined
            ? 'The file names several. Each line keeps its own unless you enter one.'
            : undefined
        }
        limit={maxDescriptionLength}
        value={name}
        placeholder={hasSeveralEvents ? events.join(', ') : 'Homecoming'}
        error={isSubmitted && !isNameValid && 'Enter the name of the event.'}
        onChange={(event) => setTypedName(event.currentTarget.value)}
      />
      <DayField
        days={days}
        date={date}
        hasError={isSubmitted && !isDateValid}
        onChange={(date) => {
          setTypedDate(date)
          conversion.setDate(date || null)
        }}
      />
      <RecordButton conversion={conversion} totals={totals} eventText={eventText.filter(Boolean).join(': ')} />
      <Button
        variant="default"
        fullWidth
        icon={IconDownload}
        onClick={() => submitIf(isDateValid, () => conversion.save(facts))}
      >
        Export {formatCount(totals.converted + totals.unmatched + totals.broken, ['line', 'lines'])}
      </Button>
      <p className="muted">
        Two files: {formatCount(totals.converted, ['engagement', 'engagements'])}, and{' '}
        {formatNumber(totals.unmatched + totals.broken)} unmatched with their reasons.
      </p>
      <Outcome conversion={conversion} />
    </form>
  )
}

function addDefaultCode(code: string, activityCodes: RecordFormProps['activityCodes']) {
  if (activityCodes.some((each) => each.code === code)) return activityCodes
  return [{ code: 'event_attended', name: 'Event attended' }, ...activityCodes]
}

type Days = Summary['days']
type DayFieldProps = { days: Days; date: string | null; hasError: boolean; onChange: (date: string) => void }

function DayField({ days: { dates, undated }, date, hasError, onChange }: DayFieldProps) {
  if (date === null)
    return (
      <p className="muted">
        {formatCount(dates.length, ['day', 'days'])}, from the file: {formatDay(dates[0]!)} to{' '}
        {formatDay(dates.at(-1)!)}.
      </p>
    )
  const missingDateHint = `The file has no date for ${formatCount(undated, ['person', 'people'])}.`
  return (
    <TextInput
      type="date"
      label="Day of the event"
      description={dates.length === 0 ? 'The file has no date.' : undated > 0 ? missingDateHint : 'From the file.'}
      value={date}
      error={hasError && 'Enter the date.'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type RecordButtonProps = { conversion: ConversionState; totals: Totals; eventText: string }

function RecordButton({ conversion, totals, eventText }: RecordButtonProps) {
  const remaining = totals.converted - countSent(conversion)
  const emptyLabel = totals.converted > 0 ? 'All recorded' : 'Nothing to record'
  return (
    <Button
      type="submit"
      loading={conversion.progress?.step === 'recording'}
      disabled={remaining <= 0}
      fullWidth
      h="auto"
      mih={36}
      py={8}
      styles={{ label: { whiteSpace: 'normal' } }}
    >
      {remaining > 0 ? `Record ${formatNumber(remaining)} as ${eventText}` : emptyLabel}
    </Button>
  )
}

/** Returns null if each row has its own date, or else the typed date, which defaults to the file's only date. */
function resolveDate({ dates, undated }: Days, typedDate: string | undefined): string | null {
  if (dates.length > 1 && undated === 0) return null
  return typedDate ?? (dates.length === 1 && undated === 0 ? dates[0]! : '')
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

function countSent({ recorded }: ConversionState): number {
  return recorded ? recorded.inserted + recorded.alreadyStored + recorded.failedRows : 0
}

function describeEvent(name: string, events: readonly string[], day: string): string {
  const event = name || (events.length > 1 && formatCount(events.length, ['event', 'events']))
  return [event, day].filter(Boolean).join(', ')
}

function describeDate({ dates }: Days, date: string | null): string {
  if (dates.length > 1) return formatCount(dates.length, ['day', 'days'])
  return date !== null && isDate(date) ? formatDayOfYear(date) : ''
}

function Outcome({ conversion }: { conversion: ConversionState }) {
  const { recorded, undone, saved, notSaved } = conversion
  return (
    <Stack gap={8} role="status">
      {recorded && (
        <Alert
          tone={recorded.failure || recorded.failedRows > 0 ? 'warn' : 'good'}
          title={describeRecording(recorded)}
          actions={
            recorded.lists.length > 0 && <UndoRecordingButton lists={recorded.lists} onUndone={conversion.markUndone} />
          }
        >
          {recorded.failure && <p>{recorded.failure} Try again: nothing is recorded twice.</p>}
          {recorded.failed.length > 0 && (
            <Box component="ul" mah={200} pl={16} fz={13} style={{ overflowY: 'auto' }}>
              {recorded.failed.map(({ buid, error }, index) => (
                <li key={index}>
                  {buid}: {error}
                </li>
              ))}
            </Box>
          )}
        </Alert>
      )}
      {undone !== undefined && (
        <Alert tone="info" title="Undone">
          {formatCount(undone, ['engagement was', 'engagements were'])} removed.
        </Alert>
      )}
      {notSaved && <Alert tone="bad">{notSaved}</Alert>}
      {saved && (
        <Alert
          tone="good"
          title="Saved"
          actions={
            isDesktop() && (
              <Button size="xs" variant="default" icon={IconFolderOpen} onClick={conversion.showSaved}>
                Open in folder
              </Button>
            )
          }
        >
          {saved.map(({ name }) => name).join(' and ')}
        </Alert>
      )}
    </Stack>
  )
}

function describeRecording({ inserted, alreadyStored, failedRows }: NonNullable<ConversionState['recorded']>): string {
  return [
    (inserted > 0 || (alreadyStored === 0 && failedRows === 0)) &&
      `${formatCount(inserted, ['engagement', 'engagements'])} recorded`,
    alreadyStored > 0 && `${formatNumber(alreadyStored)} already recorded`,
    failedRows > 0 && `${formatNumber(failedRows)} could not be recorded`,
  ]
    .filter(Boolean)
    .join(', ')
}
