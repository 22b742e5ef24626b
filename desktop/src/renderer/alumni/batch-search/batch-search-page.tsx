import { useMemo, useState, useRef } from 'react'
import { Box } from '@mantine/core'
import { batchSearchReply, type BatchSearchReply } from '@alumni/shared/alumni/batch-search'
import { useAction } from '../../ui/use-action.ts'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/no-alumni-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RoleGuard } from '../../domain/session/role-guard.tsx'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { BatchResults } from './batch-results.tsx'
import { buildResults, type Choices, type Choice } from './choices.ts'
import { LinesForm } from './lines-form.tsx'
import { RecordModal, type RecordedEvent } from './record-modal.tsx'
import { ResultActions } from './result-actions.tsx'
import { UndoRecordingButton } from '../../domain/recording/undo-recording.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { request } from '../../http.ts'
import { LinkButton } from '../../ui/button.tsx'

export function BatchSearchPage() {
  return (
    <RoleGuard role="staff">
      <BatchSearch />
    </RoleGuard>
  )
}

function BatchSearch() {
  const search = useBatchSearch()
  const isEmpty = useHasNoAlumni()
  const [text, setText] = useState('')
  const [submittedText, setSubmittedText] = useState('')
  const [isEditing, setEditing] = useState(true)
  const { lookUp, choices } = search
  const results = useMemo(
    () => (lookUp ? buildResults(lookUp.lines, lookUp.reply.lines, lookUp.reply.people, choices) : []),
    [lookUp, choices],
  )
  const [isRecording, setRecording] = useState(false)
  const [recorded, setRecorded] = useState<RecordedEvent>()
  /** The choices last recorded as engagements. While they are unchanged, leaving the page needs no warning. */
  const [recordedChoices, setRecordedChoices] = useState<Choices>()
  const hasChosen = choices.size > 0 && choices !== recordedChoices
  const hasUnsearchedText = text.trim() !== '' && text !== submittedText
  useUnsaved(hasChosen || hasUnsearchedText, `Leave this page and lose your ${hasChosen ? 'choices' : 'list'}?`)

  function showResults() {
    setSubmittedText(text)
    setEditing(false)
  }

  return (
    <Page
      title="Batch search"
      about="Find up to 5,000 people at once by name or e-mail address, and record that they attended an event. Pasted lists are not stored."
      actions={
        lookUp &&
        !isEditing && (
          <ResultActions results={results} onEdit={() => setEditing(true)} onRecord={() => setRecording(true)} />
        )
      }
    >
      {isEmpty ? (
        <NoAlumniYet>Then you can look up a whole list of names or addresses here.</NoAlumniYet>
      ) : isEditing || !lookUp ? (
        <LinesForm
          text={text}
          onText={setText}
          isPending={search.isPending}
          error={search.error}
          onCancel={search.cancel}
          onLookUp={(lines) => search.start(lines, { onSuccess: showResults })}
          onBack={lookUp ? () => setEditing(false) : undefined}
        />
      ) : (
        <>
          <Box mb={recorded ? 16 : 0} role="status">
            {recorded && <RecordedAlert key={recorded.id} recorded={recorded} />}
          </Box>
          <BatchResults results={results} blank={lookUp.reply.blank} onChoose={search.choose} />
        </>
      )}
      <RecordModal
        results={results}
        isOpen={isRecording}
        onClose={() => setRecording(false)}
        onRecorded={(reply, title) => {
          setRecorded({ ...reply, title })
          setRecordedChoices(choices)
        }}
      />
    </Page>
  )
}

type RecordedAlertProps = { recorded: RecordedEvent }

function RecordedAlert({ recorded: { id, inserted, already_recorded, failed, errors, title } }: RecordedAlertProps) {
  const [undone, setUndone] = useState<number>()
  const listsButton = (
    <LinkButton variant="default" size="xs" to="/tools/recorded_lists" search={{ page: 1 }}>
      Recorded lists
    </LinkButton>
  )
  if (undone !== undefined)
    return (
      <Alert tone="info" title={`Undone: ${title}`} actions={listsButton}>
        {formatCount(undone, ['engagement was', 'engagements were'])} removed.
      </Alert>
    )
  return (
    <Alert
      tone={failed > 0 ? 'warn' : 'good'}
      title={`${formatNumber(inserted)} recorded as ${title}`}
      actions={
        <>
          {inserted > 0 && <UndoRecordingButton lists={[id]} onUndone={setUndone} />}
          {listsButton}
        </>
      }
    >
      {already_recorded > 0 && <p>{formatCount(already_recorded, ['person', 'people'])} already had it.</p>}
      {failed > 0 && (
        <p>
          {formatNumber(failed)} could not be recorded: {errors[0]?.error}
        </p>
      )}
    </Alert>
  )
}

type LookUp = { lines: readonly string[]; reply: BatchSearchReply }

/** Looks up lines and keeps the results and choices in memory only. */
function useBatchSearch() {
  const [choices, setChoices] = useState<Choices>(new Map())
  const [lookUp, setLookUp] = useState<LookUp | null>(null)
  const controller = useRef<AbortController>(null)
  const lookUpAction = useAction(
    async (lines: readonly string[]): Promise<LookUp> => {
      controller.current?.abort()
      controller.current = new AbortController()
      const { signal } = controller.current
      const body = { lines }
      return { lines, reply: await request('/tools/batch_search', batchSearchReply, { method: 'POST', body, signal }) }
    },
    { gcTime: 0, isErrorInline: true, onDone: setLookUp },
  )
  const isCancelled = lookUpAction.error?.name === 'AbortError'
  return {
    lookUp,
    choices,
    isPending: lookUpAction.isPending,
    error: isCancelled ? null : lookUpAction.error,
    start: lookUpAction.mutate,
    cancel: () => controller.current?.abort(),
    choose: (key: string, choice: Choice | undefined) =>
      setChoices((before) => {
        const after = new Map(before)
        if (choice === undefined) after.delete(key)
        else after.set(key, choice)
        return after
      }),
  }
}
