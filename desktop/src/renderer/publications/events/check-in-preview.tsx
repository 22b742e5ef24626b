import {
  checkInReply,
  type CheckInOutcome,
  type CheckInReply,
  type EventRecord,
} from '@alumni/shared/publications/staff-events'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { HttpError } from '../../http.ts'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Alert } from '../../ui/alert.tsx'
import tileClasses from '../../ui/tiles.module.css'
import { count, countOf } from '../../ui/words/numbers.ts'
import type { CheckInFile } from './check-in-file.ts'
import { CheckInLines } from './check-in-lines.tsx'
import classes from './check-in.module.css'
import { sendCheckIn, useInvalidate } from './queries.ts'

const tiles: { outcome: CheckInOutcome; word: string }[] = [
  { outcome: 'attends', word: 'Will be marked' },
  { outcome: 'already', word: 'Marked already' },
  { outcome: 'walk_in', word: 'Had not answered' },
  { outcome: 'stranger', word: 'No champion' },
  { outcome: 'twice', word: 'Twice in the file' },
  { outcome: 'malformed', word: 'No address' },
]

type Props = {
  event: EventRecord
  file: CheckInFile
  done: CheckInReply | null
  onDone: (reply: CheckInReply) => void
  onOther: () => void
}

/** What the file would do, line by line where something is to be said; then what it has done. */
export function CheckInPreview({ event, file, done, onDone, onOther }: Props) {
  const { emails } = file
  const [walk_ins, setWalkIns] = useState(true)
  const [fresh, setFresh] = useState<CheckInReply | null>(null)
  const invalidate = useInvalidate()
  const query = useQuery({
    queryKey: ['check-in', event.id, emails],
    queryFn: ({ signal }) => sendCheckIn(event.id, { emails, walk_ins: false, confirm: null }, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const preview = done ?? fresh ?? query.data
  const apply = useMutation({
    mutationFn: ({ attends, walk_in }: CheckInReply['counts']) =>
      sendCheckIn(event.id, { emails, walk_ins, confirm: { attends, walk_in } }),
    onSuccess(reply) {
      onDone(reply)
      void invalidate()
    },
    onError(error) {
      const found = error instanceof HttpError ? z.object({ current: checkInReply }).safeParse(error.body) : undefined
      if (found?.success) setFresh(found.data.current)
    },
  })
  if (query.error) return <FailedSection error={query.error} onRetry={query.refetch} />
  if (!preview) return <BlockSkeletons blocks={2} />
  const { counts } = preview
  const marked = counts.attends + (walk_ins ? counts.walk_in : 0)
  return (
    <>
      {done ? (
        <Alert tone="good" title={`${countOf(marked, ['person is', 'people are'])} marked as attended`} isAlert>
          The same file again changes nothing.
        </Alert>
      ) : (
        <p>
          <strong>{file.name}</strong>: {countOf(emails.length, ['address', 'addresses'])} in “{file.column}”. Nothing
          has been marked yet.
        </p>
      )}
      <Outcomes counts={counts} isDone={done !== null} />
      {apply.error && (
        <Alert tone="bad" title="Nothing has been marked" isAlert>
          {apply.error.message}
        </Alert>
      )}
      {!done && counts.walk_in > 0 && (
        <Checkbox
          radius={4}
          checked={walk_ins}
          onChange={(changed) => setWalkIns(changed.currentTarget.checked)}
          label={`Add ${countOf(counts.walk_in, ['champion', 'champions'])} who had not answered, as attended`}
        />
      )}
      <div className={classes.buttons}>
        {done ? (
          <Button
            renderRoot={(props) => (
              <Link to="/champion_signups/events/$id" params={{ id: String(event.id) }} {...props} />
            )}
          >
            Back to the event
          </Button>
        ) : (
          <Button onClick={() => apply.mutate(counts)} loading={apply.isPending} disabled={marked === 0}>
            {marked === 0 ? 'There is nobody to mark' : `Mark ${countOf(marked, ['person', 'people'])} as attended`}
          </Button>
        )}
        <Button variant="default" onClick={onOther}>
          Choose another file
        </Button>
      </div>
      <CheckInLines preview={preview} file={file} />
    </>
  )
}

function Outcomes({ counts, isDone }: { counts: CheckInReply['counts']; isDone: boolean }) {
  return (
    <dl className={`${tileClasses.tiles} ${classes.tiles}`}>
      {tiles.map(({ outcome, word }) => (
        <div key={outcome} className={tileClasses.tile}>
          <dt className={tileClasses.word}>{isDone && outcome === 'attends' ? 'Were marked' : word}</dt>
          <dd className={tileClasses.number}>{count(counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  )
}
