import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { UndoRecorded } from '../../domain/recording/undo-recorded.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import type { RecordedEvent } from './use-record.ts'

/** What has been recorded, and the way back. */
export function RecordedSentence({
  recorded: { id, inserted, already_recorded, failed, errors, title },
}: {
  recorded: RecordedEvent
}) {
  const [undone, setUndone] = useState<number>()
  const all = (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => <Link to="/tools/recorded_lists" search={{ page: 1 }} {...props} />}
    >
      Recorded lists
    </Button>
  )
  if (undone !== undefined)
    return (
      <Sentence tone="info" title={`Undone: ${title}`} actions={all}>
        {countOf(undone, ['engagement was', 'engagements were'])} taken out again.
      </Sentence>
    )
  return (
    <Sentence
      tone={failed > 0 ? 'warn' : 'good'}
      title={`${count(inserted)} recorded as ${title}`}
      actions={
        <>
          {inserted > 0 && <UndoRecorded lists={[id]} onUndone={setUndone} />}
          {all}
        </>
      }
    >
      {already_recorded > 0 && <p>{countOf(already_recorded, ['person', 'people'])} had it already.</p>}
      {failed > 0 && (
        <p>
          {count(failed)} could not be recorded: {errors[0]?.error}
        </p>
      )}
    </Sentence>
  )
}
