import { useMemo, useState } from 'react'
import { NobodyOnFile, useNobodyOnFile } from '../../domain/people/on-file.tsx'
import { Page } from '../../ui/page.tsx'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { BatchResults } from './batch-results.tsx'
import { resultsOf, type Choices } from './choices.ts'
import { LinesForm } from './lines-form.tsx'
import { RecordedSentence } from './recorded-sentence.tsx'
import { RecordModal } from './record-modal.tsx'
import { ResultActions } from './result-actions.tsx'
import { useBatchSearch } from './use-batch-search.ts'
import type { RecordedEvent } from './use-record.ts'
import classes from './batch-results.module.css'

/** Up to 5,000 names or e-mail addresses at once: who is who, to choose where several fit, and to take away as a file. */
export function BatchSearchPage() {
  return (
    <RequireRole role="staff">
      <BatchSearch />
    </RequireRole>
  )
}

function BatchSearch() {
  const search = useBatchSearch()
  const isEmpty = useNobodyOnFile()
  const [text, setText] = useState('')
  const [lookedUp, setLookedUp] = useState('')
  const [isEditing, setEditing] = useState(true)
  const { found, choices } = search
  const results = useMemo(
    () => (found ? resultsOf(found.given, found.reply.lines, found.reply.people, choices) : []),
    [found, choices],
  )
  const [isRecording, setRecording] = useState(false)
  const [recorded, setRecorded] = useState<RecordedEvent>()
  /** The choices that went into what was recorded: nothing of them is lost any more. */
  const [recordedChoices, setRecordedChoices] = useState<Choices>()
  const hasChosen = choices.size > 0 && choices !== recordedChoices
  const hasPasted = text.trim() !== '' && text !== lookedUp
  useUnsaved(
    hasChosen || hasPasted,
    `What you ${hasChosen ? 'chose' : 'pasted'} is kept only while this page is open. Leave it and lose your ${hasChosen ? 'choices' : 'list'}?`,
  )

  function showResults() {
    setLookedUp(text)
    setEditing(false)
  }

  return (
    <Page
      title="Batch search"
      about="Find up to 5,000 people at once by name or e-mail address, and record that they came to an event. What you paste is not stored."
      actions={
        found &&
        !isEditing && (
          <ResultActions results={results} onEdit={() => setEditing(true)} onRecord={() => setRecording(true)} />
        )
      }
    >
      {isEmpty ? (
        <NobodyOnFile>Then a list of names or addresses is looked up here at once.</NobodyOnFile>
      ) : isEditing || !found ? (
        <LinesForm
          text={text}
          onText={setText}
          isPending={search.isPending}
          error={search.error}
          onCancel={search.cancel}
          onLookUp={(lines) => search.lookUp(lines, { onSuccess: showResults })}
          onBack={found ? () => setEditing(false) : undefined}
        />
      ) : (
        <>
          <div className={classes.recorded} role="status">
            {recorded && <RecordedSentence key={recorded.id} recorded={recorded} />}
          </div>
          <BatchResults results={results} blank={found.reply.blank} onChoose={search.choose} />
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
