import { maxDescriptionLength } from '@alumni/shared/exchange/events-api'
import { type RecordReply, recordedReply, recordReply } from '@alumni/shared/exchange/event-converter'
import { Autocomplete, Button, Stack, TextInput } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type FormEvent, useRef } from 'react'
import { ActivityField } from '../../domain/recording/activity-field.tsx'
import { activityCodesQuery, activityDescriptionsQuery } from '../../domain/recording/queries.ts'
import { buildLimitProps } from '../../ui/form/limited-input.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDayOfYear, formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { listBuids, isUnmatched } from './batch-file.ts'
import type { LineResult } from './choices.ts'
import { request } from '../../http.ts'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'

type RecordModalProps = {
  results: readonly LineResult[]
  isOpen: boolean
  onClose: () => void
  onRecorded: (reply: RecordReply, title: string) => void
}

export function RecordModal({ isOpen, onClose, ...rest }: RecordModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Record an event">
      <RecordForm onClose={onClose} {...rest} />
    </Modal>
  )
}

const defaultActivity = { code: 'event_attended', name: 'Event attended' }

function RecordForm({ results, onClose, onRecorded }: Omit<RecordModalProps, 'isOpen'>) {
  const buids = useMemo(() => listBuids(results), [results])
  const [code, setCode] = useState(defaultActivity.code)
  const [name, setName] = useState('')
  const [date, setDate] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const codes = useActivityCodes()
  const descriptions = useQuery(activityDescriptionsQuery(code))
  const problems = {
    name: name.trim() === '' ? 'Enter the name of the event.' : undefined,
    date: findDateProblem(date),
  }
  const isValid = !problems.name && !problems.date
  const facts = { activity_code: code, description: name.trim(), engagement_date: date }
  const recorded = useRecordedCount(isValid ? facts : undefined, buids)
  const remaining = buids.length - (recorded ?? 0)
  const activity = codes.find((each) => each.code === code)?.name ?? code
  const title = `${activity}: ${[name.trim(), !problems.date && formatDayOfYear(date)].filter(Boolean).join(', ')}`
  const record = useRecord((reply, recordedTitle) => {
    onRecorded(reply, recordedTitle)
    onClose()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (isValid && remaining > 0) record.mutate({ facts, buids, title })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {record.error && (
          <Alert tone="bad" isAlert title="Nothing has been recorded">
            {record.error.message}
          </Alert>
        )}
        <ActivityField codes={codes} value={code} onChange={setCode} />
        <Autocomplete
          label="Name of the event"
          description="Existing names are suggested, so that each event has one name."
          data={descriptions.data ?? []}
          limit={8}
          openOnFocus={false}
          value={name}
          onChange={setName}
          {...buildLimitProps(maxDescriptionLength, { value: name, error: isSubmitted && problems.name })}
          data-autofocus
        />
        <TextInput
          type="date"
          label="Day of the event"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
          error={isSubmitted && problems.date}
        />
        <RecordSummary results={results} people={buids.length} recorded={recorded} date={problems.date ? '' : date} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={record.isPending}
            disabled={remaining === 0}
            h="auto"
            mih={36}
            py={7}
            styles={{ label: { whiteSpace: 'normal' } }}
          >
            {submitLabel(remaining, isValid ? ` as ${title}` : '')}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function submitLabel(remaining: number, title: string): string {
  return remaining === 0 ? 'Everyone already has it' : `Record ${formatNumber(remaining)}${title}`
}

function useActivityCodes(): { code: string; name: string }[] {
  const { data } = useQuery(activityCodesQuery)
  const codes = data?.activity_codes ?? []
  return codes.some(({ code }) => code === defaultActivity.code) ? codes : [defaultActivity, ...codes]
}

/** Returns an error message for an invalid date. Like the server, accepts dates up to a year ahead. */
function findDateProblem(date: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return 'Enter the date.'
  const lastDay = new Date()
  lastDay.setFullYear(lastDay.getFullYear() + 1)
  return new Date(date) > lastDay ? 'This is more than a year ahead.' : undefined
}

type RecordSummaryProps = { results: readonly LineResult[]; people: number; recorded: number | undefined; date: string }

function RecordSummary({ results, people, recorded, date }: RecordSummaryProps) {
  const open = results.filter(({ outcome }) => outcome === 'open').length
  const unmatched = results.filter(isUnmatched).length
  const messages = [
    `${formatCount(people, ['person is', 'people are'])} on the list.`,
    recorded !== undefined &&
      (recorded > 0
        ? `${formatCount(recorded, ['already has', 'already have'])} it and ${recorded === 1 ? 'is' : 'are'} left out.`
        : 'No one has it yet.'),
    date && new Date(date) > new Date() && `${formatDay(date)} is in the future.`,
    open > 0 &&
      `${formatCount(open, ['line still matches', 'lines still match'])} several people. Choose first, or they are left out.`,
    unmatched > 0 && `${formatCount(unmatched, ['line was', 'lines were'])} not found.`,
    'You can undo this.',
  ]
  return (
    <div role="status">
      <Stack component="ul" className="list" gap={4} c="dimmed">
        {messages.filter(Boolean).map((message) => (
          <li key={message || ''}>{message}</li>
        ))}
      </Stack>
    </div>
  )
}

const url = '/tools/event_converter'

type EventFacts = { activity_code: string; description: string; engagement_date: string }
export type RecordedEvent = RecordReply & { title: string }

/** Counts the people who already have this engagement. Waits until 300 ms after the last change. */
function useRecordedCount(facts: EventFacts | undefined, buids: readonly string[]): number | undefined {
  const key = facts && JSON.stringify(facts)
  const [debouncedKey] = useDebouncedValue(key, 300)
  const { data } = useQuery({
    queryKey: ['recorded-already', debouncedKey, buids],
    queryFn: ({ signal }) =>
      request(`${url}/recorded`, recordedReply, { method: 'POST', body: { ...facts, buids }, signal }),
    enabled: key !== undefined && key === debouncedKey,
    gcTime: 0,
  })
  return key === debouncedKey ? data?.recorded : undefined
}

/** Reuses the batch id if the same list is sent again, for example after a lost connection. */
function useRecord(onRecorded: (reply: RecordReply, title: string) => void) {
  const attempt = useRef({ content: '', batch_id: '' })
  return useAction(
    ({ facts, buids }: { facts: EventFacts; buids: readonly string[]; title: string }) => {
      const engagements = buids.map((buid) => ({ buid, ...facts }))
      const content = JSON.stringify(engagements)
      if (attempt.current.content !== content)
        attempt.current = { content, batch_id: `batch-search-${crypto.randomUUID()}` }
      const { batch_id } = attempt.current
      return request(`${url}/lists`, recordReply, {
        method: 'POST',
        body: { batch_id, source: 'Batch search', engagements, only_new: true },
        timeoutInMs: 60_000,
      })
    },
    {
      gcTime: 0,
      isErrorInline: true,
      invalidates: ['recorded-lists', 'alumni'],
      onDone(reply, { title }) {
        attempt.current = { content: '', batch_id: '' }
        onRecorded(reply, title)
      },
    },
  )
}
