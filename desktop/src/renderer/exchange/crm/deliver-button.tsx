import type {
  CrmChangesPage,
  CrmChangesQuery,
  ExportBatch,
  ExportRequest,
  ShownChanges,
} from '@alumni/shared/exchange/crm'
import { Button, Radio, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../ui/form/dialog.tsx'
import { ExportProgress } from '../../ui/exports/export-progress.tsx'
import { ExportRun } from '../../ui/exports/export-run.ts'
import { notifyError } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { aboutExports, exportChanges, invalidates, undoExport, useUndoExport } from './actions.ts'

type FileKind = 'loader' | 'read'

const downloadIcon = <IconDownload size={16} stroke={1.8} aria-hidden />

/** "Export 2 changes (CSV)": asks for which file, then saves it and marks exactly what stands in it. */
export function DeliverButton({ page: { shown }, search }: { page: CrmChangesPage; search: CrmChangesQuery }) {
  // The question covers what was shown as it opened, not later changes.
  const [asked, setAsked] = useState<ShownChanges | null>(null)
  const all = shown?.all.count ?? 0
  return (
    <>
      <Button leftSection={downloadIcon} disabled={all === 0} onClick={() => setAsked(shown)}>
        {all > 0 ? exportWords(all) : 'Export (CSV)'}
      </Button>
      {asked && <DeliverDialog shown={asked} search={search} onClose={() => setAsked(null)} />}
    </>
  )
}

function exportWords(changes: number): string {
  return `Export ${countOf(changes, ['change', 'changes'])} (CSV)`
}

type DeliverDialogProps = { shown: ShownChanges; search: CrmChangesQuery; onClose: () => void }

function DeliverDialog({ shown, search: { q, age, batch_id, crm_id, refused }, onClose }: DeliverDialogProps) {
  const deliver = useDeliver()
  const { all, loadable } = shown
  const [kind, setKind] = useState<FileKind>(loadable.count > 0 ? 'loader' : 'read')
  const only_loadable = kind === 'loader'
  const confirm_count = (only_loadable ? loadable : all).count
  const left = all.count - loadable.count
  const filter = { q, age, batch_id, crm_id, refused }
  return (
    <Dialog
      title={exportWords(all.count)}
      onClose={onClose}
      cancel="Not yet"
      submit={exportWords(confirm_count)}
      submitIcon={downloadIcon}
      focus="submit"
      isPending={deliver.isPending}
      onSubmit={() => deliver.mutate({ kind, confirm_count, shown, only_loadable, filter }, { onSettled: onClose })}
    >
      <Radio.Group label="Who is the file for?" value={kind} onChange={(value) => setKind(value as FileKind)}>
        <Stack gap={12} mt={8}>
          <Radio
            value="loader"
            label={`The CRM’s loader: ${count(loadable.count)}`}
            description={
              left > 0
                ? `${countOf(left, ['change', 'changes'])} of people without a CRM ID ${left === 1 ? 'stays' : 'stay'} pending: the loader cannot find them.`
                : 'With the CRM’s own ids and columns. Do not open it in a spreadsheet.'
            }
            disabled={loadable.count === 0}
          />
          <Radio
            value="read"
            label={`A person who enters them by hand: ${count(all.count)}`}
            description="With names, and the values before and after."
          />
        </Stack>
      </Radio.Group>
      <p className="muted">
        The file is saved and {confirm_count === 1 ? 'the change is' : 'the changes are'} marked as exported. Both files
        stay in the list of exports, and the export can be undone until the CRM confirms it.
      </p>
    </Dialog>
  )
}

/**
 * Marks the changes that were shown as exported and saves their file, as one act: where the file cannot be delivered,
 * the export is undone. The file can be had again from the list of exports.
 */
function useDeliver() {
  const undo = useUndoExport()
  return useAction(
    async ({ kind, ...body }: ExportRequest & { kind: FileKind }) => {
      const { export_batch } = await exportChanges(body)
      const fileName = await save(export_batch, kind)
      if (fileName) return { export_batch, fileName }
      await takeBack(export_batch)
      return null
    },
    {
      invalidates,
      done: (delivered) =>
        delivered
          ? {
              about: aboutExports,
              title: `${countOf(delivered.export_batch.changes, ['change', 'changes'])} exported`,
              message: `Saved as ${delivered.fileName}. The next contacts import confirms what has arrived in the CRM.`,
              onUndo: () => delivered.export_batch.links.undo && undo.mutate(delivered.export_batch.links.undo),
            }
          : undefined,
    },
  )
}

/** The name of the file once it is saved; null: it was not. */
async function save({ id: exportId, changes, links }: ExportBatch, kind: FileKind): Promise<string | null> {
  const id = `export of changes ${exportId}`
  // A contact is one line of the loader's file, whatever changes of theirs there are.
  const isLoader = kind === 'loader'
  const run = new ExportRun(
    isLoader ? links.loader_csv! : links.csv!,
    exportWords(changes),
    isLoader ? undefined : changes,
  )
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

/** Nothing stays marked as exported without its file. */
async function takeBack({ id, changes, links }: ExportBatch): Promise<void> {
  const these = countOf(changes, ['change', 'changes'])
  const isUndone = await undoExport(links.undo!).then(
    () => true,
    () => false,
  )
  notifyError(
    'The file could not be delivered',
    new Error(
      isUndone
        ? `Nothing was exported: ${these} ${changes === 1 ? 'is' : 'are'} pending as before.`
        : `Export ${id} of ${these} stands in the list of exports. Once the server can be reached, download its file there, or undo it.`,
    ),
  )
}
