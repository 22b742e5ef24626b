import { Button } from '@mantine/core'
import { canMove } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { modals } from '@mantine/modals'
import { CommitButton } from './commit-button.tsx'
import { useBatchAction } from './actions.ts'

/** What a person may do now, by the table of moves that the server obeys. */
export function BatchActions({ batch }: { batch: ImportStatusReply }) {
  const cancel = useBatchAction(batch)
  return (
    <>
      {canMove(batch.status, 'cancel') && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => askToCancel(batch, () => cancel.mutate({ url: batch.links.cancel }))}
        >
          {cancelWords(batch)}
        </Button>
      )}
      {canMove(batch.status, 'commit') && <CommitButton batch={batch} />}
    </>
  )
}

function cancelWords({ undoes }: ImportStatusReply): string {
  return undoes ? 'Cancel the undo' : 'Cancel the import'
}

function askToCancel(batch: ImportStatusReply, onConfirm: () => void) {
  modals.openConfirmModal({
    title: batch.undoes ? 'Cancel this undo?' : 'Cancel this import?',
    children: batch.undoes
      ? batch.status === 'running'
        ? 'The undo stops after the records that it is writing now. What was put back already stays so; undo the import again to go on.'
        : 'Nothing has been put back and nothing will be.'
      : batch.status === 'running'
        ? 'The import stops after the lines that it is writing now. Lines already imported stay; when you upload the file again, they count as unchanged.'
        : 'Nothing has been imported and nothing will be. The file has to be uploaded again if you change your mind.',
    labels: { confirm: cancelWords(batch), cancel: batch.status === 'running' ? 'Let it go on' : 'Keep it' },
    confirmProps: { color: 'red' },
    onConfirm,
  })
}
