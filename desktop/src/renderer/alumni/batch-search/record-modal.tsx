import { maxDescriptionLength } from '@alumni/shared/exchange/events-api'
import { type RecordReply, recordedReply, recordReply } from '@alumni/shared/exchange/event-converter'
import { Autocomplete, Button, Stack, TextInput } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type FormEvent, useRef } from 'react'
import { ActivityField } from '../../domain/recording/activity-field.tsx'
import { activityCodesQuery, descriptionsQuery } from '../../domain/recording/queries.ts'
import { limitedProps } from '../../ui/form/limited-input.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDayOfYear, formatDay } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { buidsOf, isUnmatched } from './batch-file.ts'
import type { Result } from './choices.ts'
import { request } from '../../http.ts'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'

type RecordModalProps = {
  results: readonly Result[]
  isOpen: boolean
  onClose: () => void
  onRecorded: (reply: RecordReply, title: string) => void
}

/** Records that everyone who was found came to an event. */
export function RecordModal({ isOpen, onClose, ...rest }: RecordModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Record an event">
      <RecordForm onClose={onClose} {...rest} />
    </Modal>
  )
}

const attended = { code: 'event_attended', name: 'Event attended' }

function RecordForm({ results, onClose, onRecorded }: Omit<RecordModalProps, 'isOpen'>) {
  const buids = useMemo(() => buidsOf(results), [results])
  const [code, setCode] = useState(attended.code)
  const [name, setName] = useState('')
  const [date, setDate] = useState('')
  const [isAsked, setAsked] = useState(false)
  const codes = useActivityCodes()
  const descriptions = useQuery(descriptionsQuery(code))
  const wrong = { name: name.trim() === '' ? 'Enter the name of the event.' : undefined, date: dateProblem(date) }
  const isGood = !wrong.name && !wrong.date
  const facts = { activity_code: code, description: name.trim(), engagement_date: date }
  const already = useRecordedAlready(isGood ? facts : undefined, buids)
  const left = buids.length - (already ?? 0)
  const activity = codes.find((each) => each.code === code)?.name ?? code
  const title = `${activity}: ${[name.trim(), !wrong.date && formatDayOfYear(date)].filter(Boolean).join(', ')}`
  const record = useRecord((reply, recordedTitle) => {
    onRecorded(reply, recordedTitle)
    onClose()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (isGood && left > 0) record.mutate({ facts, buids, title })
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
          {...limitedProps(maxDescriptionLength, { value: name, error: isAsked && wrong.name })}
          data-autofocus
        />
        <TextInput
          type="date"
          label="Day of the event"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
          error={isAsked && wrong.date}
        />
        <Outlook results={results} people={buids.length} recorded={already} date={wrong.date ? '' : date} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={record.isPending}
            disabled={left === 0}
            h="auto"
            mih={36}
            py={7}
            styles={{ label: { whiteSpace: 'normal' } }}
          >
            {submitWords(left, isGood ? ` as ${title}` : '')}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function submitWords(left: number, title: string): string {
  return left === 0 ? 'Everyone already has it' : `Record ${count(left)}${title}`
}

function useActivityCodes(): { code: string; name: string }[] {
  const { data } = useQuery(activityCodesQuery)
  const codes = data?.activity_codes ?? []
  return codes.some(({ code }) => code === attended.code) ? codes : [attended, ...codes]
}

/** As the server reads a day: not more than a year ahead. */
function dateProblem(date: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return 'Enter the date.'
  const lastDay = new Date()
  lastDay.setFullYear(lastDay.getFullYear() + 1)
  return new Date(date) > lastDay ? 'This is more than a year ahead.' : undefined
}

type OutlookProps = { results: readonly Result[]; people: number; recorded: number | undefined; date: string }

/** Shows what is recorded and who is left out. */
function Outlook({ results, people, recorded, date }: OutlookProps) {
  const open = results.filter(({ outcome }) => outcome === 'open').length
  const unmatched = results.filter(isUnmatched).length
  const sentences = [
    `${countOf(people, ['person is', 'people are'])} on the list.`,
    recorded !== undefined &&
      (recorded > 0
        ? `${countOf(recorded, ['already has', 'already have'])} it and ${recorded === 1 ? 'is' : 'are'} left out.`
        : 'No one has it yet.'),
    date && new Date(date) > new Date() && `${formatDay(date)} is in the future.`,
    open > 0 &&
      `${countOf(open, ['line still matches', 'lines still match'])} several people. Choose first, or they are left out.`,
    unmatched > 0 && `${countOf(unmatched, ['line was', 'lines were'])} not found.`,
    'You can undo this.',
  ]
  return (
    <div role="status">
      <Stack component="ul" className="list" gap={4} c="dimmed">
        {sentences.filter(Boolean).map((sentence) => (
          <li key={sentence || ''}>{sentence}</li>
        ))}
      </Stack>
    </div>
  )
}

const url = '/tools/event_converter'

type EventFacts = { activity_code: string; description: string; engagement_date: string }
export type RecordedEvent = RecordReply & { title: string }

/** Counts the people who have such an engagement already, once the typing pauses. */
function useRecordedAlready(facts: EventFacts | undefined, buids: readonly string[]): number | undefined {
  const asked = facts && JSON.stringify(facts)
  const [settled] = useDebouncedValue(asked, 300)
  const { data } = useQuery({
    queryKey: ['recorded-already', settled, buids],
    queryFn: ({ signal }) =>
      request(`${url}/recorded`, recordedReply, { method: 'POST', body: { ...facts, buids }, signal }),
    enabled: asked !== undefined && asked === settled,
    gcTime: 0,
  })
  return asked === settled ? data?.recorded : undefined
}

/** Records these people once: pressed again after the connection broke off, the same list is the same batch. */
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
        patienceInMs: 60_000,
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
