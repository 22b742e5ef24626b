import {
  editEventPage,
  maxCheckIns,
  type CheckInReply,
  type EventRecord,
} from '@alumni/shared/publications/staff-events'
import { Stack } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { reasonToRefuseList } from '../../domain/files/refuse-file.ts'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { decode, readTable } from '../../ui/table/read-table.ts'
import { useStrayDrops } from '../../ui/form/use-stray-drops.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { addressesOf, type CheckInFile } from './check-in-file.ts'
import { CheckInPreview } from './check-in-preview.tsx'
import { events } from './kind.ts'
import { read } from '../../ui/read.ts'

/** Says who came by a file from the door: read here, previewed, and only then applied. */
export function CheckInPage() {
  const { id } = useParams({ from: '/shell/champion_signups/events/$id/check_in' })
  const query = useQuery(read([events.queryKey, id, 'check-in'], `${events.home}/${id}/edit`, editEventPage))
  if (query.error) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const { event } = query.data
  return (
    <Page
      title="Check in from a file"
      crumbs={[{ title: event.title, path: `${events.home}/${event.id}` }]}
      about="A list from the door or from the online meeting, with e-mail addresses. The file stays on this computer: only its addresses are looked up."
    >
      {event.can_mark ? (
        <CheckIn event={event} />
      ) : (
        <Alert tone="info">
          {event.state === 'cancelled'
            ? 'This event was canceled, so no one attended.'
            : 'Attendance can be marked from the day of the event on.'}
        </Alert>
      )}
    </Page>
  )
}

function CheckIn({ event }: { event: EventRecord }) {
  const [file, setFile] = useState<CheckInFile | null>(null)
  const [refusal, setRefusal] = useState<{ name: string; sentence: string } | null>(null)
  const [done, setDone] = useState<CheckInReply | null>(null)
  useStrayDrops()

  async function read(chosen: File) {
    const { name } = chosen
    setFile(null)
    setDone(null)
    const sentence = await reasonToRefuseList(chosen)
    if (sentence) return setRefusal({ name, sentence })
    const found = addressesOf(name, readTable(decode(new Uint8Array(await chosen.arrayBuffer()))))
    if (found.emails.length === 0) return setRefusal({ name, sentence: 'No column of this file has e-mail addresses.' })
    if (found.emails.length > maxCheckIns)
      return setRefusal({
        name,
        sentence: `This file has ${countOf(found.emails.length, ['line', 'lines'])}, and at most ${count(maxCheckIns)} can be checked in at once. Split it, and check in the parts one at a time.`,
      })
    setRefusal(null)
    setFile(found)
  }

  return (
    <Stack maw={1100}>
      {!file && (
        <FileDrop
          icon={IconFileText}
          words="Drop a .csv or .txt file here"
          hint="One e-mail address per line, or a column of them. Other columns are ignored."
          label="CSV file of who came"
          onFile={(chosen) => void read(chosen)}
        />
      )}
      {refusal && (
        <Alert tone="bad" isAlert title={refusal.name}>
          {refusal.sentence}
        </Alert>
      )}
      {file && (
        <CheckInPreview
          event={event}
          file={file}
          done={done}
          onDone={setDone}
          onOther={() => {
            setFile(null)
            setDone(null)
          }}
        />
      )}
    </Stack>
  )
}
