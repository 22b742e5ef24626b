import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import {
  checkInReply,
  type CheckInOutcome,
  type CheckInReply,
  type CheckInRequest,
  type EventRecord,
} from '@alumni/shared/publications/staff-events'
import { Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswererLink } from '../../domain/publications/answers.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { request } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { conflictingValues } from '../../ui/form/form.tsx'
import { BlockSkeletons } from '../../ui/page/page-skeleton.tsx'
import { ListFoot } from '../../ui/table/paged-list.tsx'
import { column } from '../../ui/table/table-columns.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import { useAction } from '../../ui/use-action.ts'
import { none } from '../../ui/words/none.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import type { CheckInFile } from './check-in-file.ts'
import { events } from './kind.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

const outcomes: { outcome: CheckInOutcome; word: string }[] = [
  { outcome: 'attends', word: 'Will be marked' },
  { outcome: 'already', word: 'Already marked' },
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

/** Shows the file's effects, line by line where there is a reason; then its result. */
export function CheckInPreview({ event, file, done, onDone, onOther }: Props) {
  const { emails } = file
  const [walk_ins, setWalkIns] = useState(true)
  const [fresh, setFresh] = useState<CheckInReply>()
  const send = (body: Omit<CheckInRequest, 'emails'>, signal?: AbortSignal) =>
    request(`${events.home}/${event.id}/check_ins`, checkInReply, { method: 'POST', body: { emails, ...body }, signal })
  const query = useQuery({
    queryKey: ['check-in', event.id, emails],
    queryFn: ({ signal }) => send({ walk_ins: false, confirm: null }, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const preview = done ?? fresh ?? query.data
  const apply = useAction(
    ({ attends, walk_in }: CheckInReply['counts']) => send({ walk_ins, confirm: { attends, walk_in } }),
    {
      invalidates: [events.queryKey],
      isErrorInline: true,
      onDone,
      onError: (error) => setFresh((before) => conflictingValues(error, checkInReply) ?? before),
    },
  )
  if (query.error) return <FailedSection error={query.error} onRetry={query.refetch} />
  if (!preview) return <BlockSkeletons blocks={2} />
  const { counts } = preview
  const marked = counts.attends + (walk_ins ? counts.walk_in : 0)
  return (
    <>
      {done ? (
        <Alert tone="good" title={`${countOf(marked, ['person is', 'people are'])} marked as attended`} isAlert>
          Using the same file again changes nothing.
        </Alert>
      ) : (
        <p>
          <strong>{file.name}</strong>: {countOf(emails.length, ['address', 'addresses'])} in “{file.column}”. Nothing
          has been marked yet.
        </p>
      )}
      <Tiles
        tiles={outcomes.map(({ outcome, word }) => ({
          word: done && outcome === 'attends' ? 'Were marked' : word,
          number: counts[outcome],
        }))}
      />
      {apply.error && (
        <Alert tone="bad" title="Nothing has been marked" isAlert>
          {apply.error.message}
        </Alert>
      )}
      {!done && counts.walk_in > 0 && (
        <Checkbox
          checked={walk_ins}
          onChange={(changed) => setWalkIns(changed.currentTarget.checked)}
          label={`Add ${countOf(counts.walk_in, ['champion', 'champions'])} who had not answered, as attended`}
        />
      )}
      <Group gap={8}>
        {done ? (
          <LinkButton to={`${events.home}/$id`} params={{ id: String(event.id) }}>
            Back to the event
          </LinkButton>
        ) : (
          <Button onClick={() => apply.mutate(counts)} loading={apply.isPending} disabled={marked === 0}>
            {marked === 0 ? 'There is no one to mark' : `Mark ${countOf(marked, ['person', 'people'])} as attended`}
          </Button>
        )}
        <Button variant="default" onClick={onOther}>
          Choose another file
        </Button>
      </Group>
      <LinesToCheck lines={linesToCheck(preview, file)} />
    </>
  )
}

type Line = { line: number; email: string; reason: string; signup_id: number | null; name: string | null }

const columns = [
  column<Line>('line', 'Row', ({ line }) => line, { width: 80, isNumber: true }),
  column<Line>('email', 'In the file', ({ email }) => email, { width: 300 }),
  column<Line>('reason', 'Why', ({ reason }) => reason),
  column<Line>(
    'name',
    'Champion',
    (line) =>
      line.name === null ? none : <AnswererLink person={{ ...line, name: line.name, email: null, buid: null }} />,
    { width: 220 },
  ),
]

/** The rows of the file that are not simply marked, each with its reason. */
function LinesToCheck({ lines }: { lines: Line[] }) {
  const [asked, setPage] = useState(1)
  if (lines.length === 0) return <p className="muted">Every address belongs to someone who answered.</p>
  const pages = pagesOf(lines.length)
  const page = Math.min(asked, pages)
  return (
    <section>
      <h2>Lines to check</h2>
      <DataTable
        caption="Lines to check"
        columns={columns}
        rows={lines.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
        rowKey={({ line }) => String(line)}
      />
      <ListFoot page={{ page, pages, matching: lines.length }} perPage={rowsPerPage} onPage={setPage} />
    </section>
  )
}

const reasons: Record<Exclude<CheckInOutcome, 'attends' | 'already'>, string> = {
  walk_in: 'Champion who had not answered this event.',
  stranger: 'No champion has this address.',
  twice: 'Already in the file, perhaps with another address.',
  malformed: 'Not an e-mail address.',
}

function linesToCheck({ lines }: CheckInReply, file: CheckInFile): Line[] {
  return lines.flatMap(({ line, outcome, signup_id, name }) =>
    outcome === 'attends' || outcome === 'already'
      ? []
      : [{ line: file.lines[line - 1]!, email: file.emails[line - 1]!, reason: reasons[outcome], signup_id, name }],
  )
}
