import type { ExportBatch, LoaderResultsReply } from '@alumni/shared/exchange/crm'
import { Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileAlert, IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { reasonToRefuseList } from '../../domain/files/refuse-file.ts'
import { Alert } from '../../ui/alert.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useLoaderResults } from './actions.ts'
import { Button } from '../../ui/button.tsx'

/** Takes the file of errors that the CRM's loader has written about an export, and says what came of it. */
export function LoaderResultsButton({ batch }: { batch: ExportBatch }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { id, links } = batch
  if (!links.loader_results) return null
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={open}
        icon={IconFileAlert}
        aria-label={`Upload the loader’s errors of export ${id}`}
      >
        Loader’s errors
      </Button>
      <Modal opened={isOpen} onClose={close} title={`The loader’s results for export ${id}`} size="lg" centered>
        <LoaderResults url={links.loader_results} onClose={close} />
      </Modal>
    </>
  )
}

function LoaderResults({ url, onClose }: { url: string; onClose: () => void }) {
  const [reply, setReply] = useState<LoaderResultsReply | null>(null)
  const [unsendable, setUnsendable] = useState<string>()
  const send = useLoaderResults(setReply)
  const refusal = unsendable ?? send.error?.message
  async function take(file: File) {
    const sentence = await reasonToRefuseList(file).catch(() => 'This file cannot be read. Choose it again.')
    setUnsendable(sentence)
    if (!sentence) send.mutate({ url, file })
  }
  if (reply) return <Outcome reply={reply} onMore={() => setReply(null)} onClose={onClose} />
  return (
    <Stack>
      <p>
        The loader writes a file whose name begins with “error”. The CRM did not change the contacts in it: their
        changes go back to pending, with the loader’s reason.
      </p>
      {refusal && (
        <Alert tone="bad" isAlert title="The file was not accepted">
          {refusal}
        </Alert>
      )}
      {send.isPending ? (
        <ProgressBar label="Reading the file" percent={null} />
      ) : (
        <FileDrop
          icon={IconFileUpload}
          words="Drop the loader’s file here"
          hint="The loader’s CSV file, with an ERROR column."
          label="File of the loader"
          onFile={(file) => void take(file)}
        />
      )}
    </Stack>
  )
}

function Outcome({ reply, onMore, onClose }: { reply: LoaderResultsReply; onMore: () => void; onClose: () => void }) {
  const { unmatched, unmatched_count, file_name } = reply
  return (
    <Stack>
      <Alert
        tone={reply.returned > 0 || reply.kind === 'successes' ? 'good' : 'info'}
        title={outcomeWords(reply)}
        isAlert
      >
        {file_name}
        {reply.withdrawn > 0 &&
          `. ${countOf(reply.withdrawn, ['change', 'changes'])} withdrawn, because a newer edit of the same field follows.`}
      </Alert>
      {unmatched_count > 0 && (
        <Stack component="section" gap={8} aria-labelledby="unmatched">
          <h3 id="unmatched">
            {countOf(unmatched_count, ['row matches', 'rows match'])} nothing
            {unmatched_count > unmatched.length && `, of which the first ${count(unmatched.length)} are`}
          </h3>
          <ul className="rows frame">
            {unmatched.map(({ line, crm_id, problem }) => (
              <li key={line}>
                <span>
                  Row {count(line)} <code>{crm_id}</code>
                </span>
                <span className="muted">{problem}</span>
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onMore}>
          Another file
        </Button>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </Stack>
  )
}

function outcomeWords({ kind, contacts, taken, returned }: LoaderResultsReply): string {
  if (kind === 'successes')
    return `The loader has taken ${countOf(taken, ['contact', 'contacts'])} of this export; nothing goes back to pending`
  if (returned > 0)
    return `${countOf(returned, ['change is', 'changes are'])} pending again, of ${countOf(contacts, ['contact', 'contacts'])} in the file`
  return contacts === 0 ? 'The file lists no one; nothing has changed' : 'Nothing went back to pending'
}
