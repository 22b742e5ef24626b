import { exportReply, type ExportBatch, type ExportRequest } from '@alumni/shared/exchange/crm'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { ExportProgress } from '../../ui/exports/export-progress.tsx'
import { ExportRun } from '../../ui/exports/export-run.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { sayWithUndo } from '../../ui/undo-toast.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { lookAgain, useUndo } from './actions.ts'
import { changesUrl } from './queries.ts'

export type FileKind = 'loader' | 'read'

/**
 * Marks the changes that were shown as exported and saves their file, as one act: where the file cannot be delivered, the export is
 * undone. The file can be had again from the list of exports.
 */
export function useDeliver() {
  const queryClient = useQueryClient()
  const undo = useUndo()
  return useMutation({
    mutationFn: async ({ kind, ...body }: ExportRequest & { kind: FileKind }) => {
      const { export_batch } = await request(`${changesUrl}/export`, exportReply, { method: 'POST', body })
      const fileName = await save(export_batch, kind)
      if (fileName) return { export_batch, fileName }
      await takeBack(export_batch)
      return null
    },
    onSuccess: (delivered) => {
      if (!delivered) return
      const { export_batch, fileName } = delivered
      sayWithUndo(
        `${countOf(export_batch.changes, ['change', 'changes'])} exported`,
        `Saved as ${fileName}. The next contacts import confirms what has arrived in the CRM.`,
        () => export_batch.links.undo && undo.mutate(export_batch.links.undo),
      )
    },
    onError: sayRefusal,
    onSettled: () => lookAgain(queryClient),
  })
}

/** The name of the file once it is saved; null: it was not. */
async function save({ id: exportId, changes, links }: ExportBatch, kind: FileKind): Promise<string | null> {
  const id = `export of changes ${exportId}`
  // A contact is one line of the loader's file, whatever changes of theirs there are.
  const isLoader = kind === 'loader'
  const run = new ExportRun(isLoader ? links.loader_csv! : links.csv!, isLoader ? undefined : changes)
  notifications.show({
    id,
    message: (
      <ExportProgress
        run={run}
        noun={isLoader ? ['row', 'rows'] : ['change', 'changes']}
        onRetry={() => undefined}
        onClose={() => notifications.hide(id)}
      />
    ),
    autoClose: false,
    withCloseButton: false,
    role: 'region',
    'aria-label': 'Export',
  })
  await run.run()
  notifications.hide(id)
  return run.state.step === 'saved' ? run.state.fileName : null
}

/** Nothing is marked as exported of which nobody has the file. */
async function takeBack({ id, changes, links }: ExportBatch): Promise<void> {
  const these = countOf(changes, ['change', 'changes'])
  const isUndone = await request(links.undo!, exportReply, { method: 'POST', body: {} }).then(
    () => true,
    () => false,
  )
  notifications.show({
    color: 'red',
    title: 'The file could not be delivered',
    message: isUndone
      ? `Nothing was exported: ${these} ${changes === 1 ? 'is' : 'are'} pending as before.`
      : `Export ${id} of ${these} stands in the list of exports. Once the server can be reached, download its file there, or undo it.`,
    autoClose: false,
    role: 'alert',
  })
}
