import {
  exportBatchesShown,
  exportReply,
  type CrmChangesPage,
  type CrmChangesQuery,
  type ExportBatch,
  type ShownChanges,
} from '@alumni/shared/exchange/crm'
import { Group, Radio, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconDatabaseExport, IconDownload, IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { post } from '../../http.ts'
import { Button } from '../../ui/button.tsx'
import { formatExportLabel, showExportProgress, useExport } from '../../ui/exports/export-button.tsx'
import { ExportRun } from '../../ui/exports/export-run.ts'
import { askToConfirm, Dialog } from '../../ui/form/dialog.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formatNumber, formatCount, formatList } from '../../ui/format/numbers.ts'
import { ActionMenu, type RowAction } from '../../ui/table/row-actions.tsx'
import { ShortDate } from '../../ui/format/times.tsx'
import { changesUrl, invalidates } from './queries.ts'

type FileKind = 'loader' | 'read'

const noun = ['change', 'changes'] as const
/** One toast topic for all exports, because a newer export may prevent undoing an older one. */
const topic = 'exports of changes'

export function ExportButton({ page: { shown }, search }: { page: CrmChangesPage; search: CrmChangesQuery }) {
  // Fixed when the dialog opens, so that later changes are not exported.
  const [shownChanges, setShownChanges] = useState<ShownChanges | null>(null)
  const all = shown?.all.count ?? 0
  return (
    <>
      <Button icon={IconDownload} disabled={all === 0} onClick={() => setShownChanges(shown)}>
        {formatExportLabel({ matching: all, noun })}
      </Button>
      {shownChanges && <ExportDialog shown={shownChanges} search={search} onClose={() => setShownChanges(null)} />}
    </>
  )
}

type ExportDialogProps = { shown: ShownChanges; search: CrmChangesQuery; onClose: () => void }

function ExportDialog({ shown, search: { q, age, batch_id, crm_id }, onClose }: ExportDialogProps) {
  const { all, loadable } = shown
  const [kind, setKind] = useState<FileKind>(loadable.count > 0 ? 'loader' : 'read')
  const only_loadable = kind === 'loader'
  const confirm_count = (only_loadable ? loadable : all).count
  const filter = { q, age, batch_id, crm_id }
  const deliver = useDeliverExport(kind, { shown, only_loadable, confirm_count, filter })
  const notLoadable = all.count - loadable.count
  return (
    <Dialog
      title={`Mark ${all.count > 1 ? 'all ' : ''}${formatCount(all.count, noun)} exported`}
      onClose={onClose}
      submit={formatExportLabel({ matching: confirm_count, noun })}
      submitIcon={<IconDownload size={16} stroke={1.8} aria-hidden />}
      focus="submit"
      isPending={deliver.isPending}
      onSubmit={() => deliver.mutate(undefined, { onSettled: onClose })}
    >
      <Radio.Group label="Who is the file for?" value={kind} onChange={(value) => setKind(value as FileKind)}>
        <Stack gap={12} mt={8}>
          <Radio
            value="loader"
            label={`The CRM’s loader: ${formatNumber(loadable.count)}`}
            description={
              notLoadable > 0
                ? `${formatCount(notLoadable, noun)} of people without a CRM ID ${notLoadable === 1 ? 'stays' : 'stay'} pending: the loader cannot find them.`
                : 'With the CRM’s own ids and columns.'
            }
            disabled={loadable.count === 0}
          />
          <Radio
            value="read"
            label={`A person who enters them by hand: ${formatNumber(all.count)}`}
            description="With names, and the values before and after."
          />
        </Stack>
      </Radio.Group>
      {only_loadable && (
        <p className="muted">
          In the loader choose the operation Update and the Bulk API, and leave “Insert null values” off: a blank cell
          leaves what the CRM has, and #N/A empties it. Do not open the file in a spreadsheet.
        </p>
      )}
      <p className="muted">
        The file is saved and {confirm_count === 1 ? 'the change is' : 'the changes are'} marked as exported. Both files
        stay in the list of exports, and the export can be undone until the CRM confirms it.
      </p>
    </Dialog>
  )
}

/** Undoes the export if its file cannot be saved. */
function useDeliverExport(kind: FileKind, body: object) {
  const undo = useAction(undoExport, undoOptions)
  return useAction(
    async () => {
      const { export_batch } = await post(`${changesUrl}/export`, exportReply, body)
      const fileName = await saveFile(export_batch, kind)
      if (fileName) return { export_batch, fileName }
      await revertExport(export_batch)
      return null
    },
    {
      invalidates,
      successNotice: (delivered) =>
        delivered
          ? {
              topic,
              title: `${formatCount(delivered.export_batch.changes, noun)} exported`,
              message: `Saved as ${delivered.fileName}. The next contacts import confirms what has arrived in the CRM.`,
              onUndo: () => undo.mutate(delivered.export_batch.links.undo!),
            }
          : undefined,
    },
  )
}

async function saveFile({ changes, links }: ExportBatch, kind: FileKind): Promise<string | null> {
  // The loader file has one line per contact, not per change.
  const [url, rows, expected] =
    kind === 'loader' ? [links.loader_csv!, ['row', 'rows'] as const, undefined] : [links.csv!, noun, changes]
  const exportRun = new ExportRun(url, formatExportLabel({ matching: changes, noun }), expected)
  const hide = showExportProgress(exportRun, rows)
  await exportRun.run()
  hide()
  return exportRun.state.step === 'saved' ? exportRun.state.fileName : null
}

async function revertExport({ id, changes, links }: ExportBatch): Promise<void> {
  const changesText = formatCount(changes, noun)
  const isUndone = await undoExport(links.undo!).then(
    () => true,
    () => false,
  )
  notifyError(
    'The file could not be delivered',
    new Error(
      isUndone
        ? `Nothing was exported: ${changesText} ${changes === 1 ? 'is' : 'are'} pending as before.`
        : `Export ${id} of ${changesText} stands in the list of exports. Once the server can be reached, export its file there, or undo it.`,
    ),
  )
}

const undoExport = (url: string) => post(url, exportReply, {})

const undoOptions = {
  invalidates,
  successNotice: ({ moved }: { moved: number }) => ({
    topic,
    title: 'Export undone',
    message: `${formatCount(moved, ['change is', 'changes are'])} pending again.`,
  }),
}

export function ExportBatches({ batches }: { batches: ExportBatch[] }) {
  return (
    <Stack component="aside" gap={12} aria-labelledby="exports">
      <h2 id="exports">Exports</h2>
      <ol className="rows frame">
        {batches.map((batch) => (
          <ExportItem key={batch.id} batch={batch} />
        ))}
      </ol>
      {batches.length === exportBatchesShown && <p className="fact">The last {exportBatchesShown} are shown.</p>}
    </Stack>
  )
}

function ExportItem({ batch }: { batch: ExportBatch }) {
  const { id, changes, waiting, undone_at, undone_by, links } = batch
  const { start } = useExport()
  const undo = useAction(undoExport, undoOptions)
  const actions: RowAction<ExportBatch>[] = [
    {
      label: () => 'Export the file for the loader',
      icon: IconDatabaseExport,
      run: () => start({ url: links.loader_csv!, noun: ['row', 'rows'] }),
    },
    {
      label: () => `${formatExportLabel({ matching: changes, noun })} to read`,
      icon: IconFileText,
      run: () => start({ url: links.csv!, noun, matching: changes }),
    },
    {
      label: () => 'Undo…',
      icon: IconArrowBackUp,
      run: () =>
        askToConfirm({
          title: `Undo export ${id}?`,
          children: `${formatCount(waiting, ['change goes', 'changes go'])} back to pending. What the CRM has confirmed stays as it is.`,
          confirm: `Undo for ${formatCount(waiting, noun)}`,
          onConfirm: () => undo.mutate(links.undo!),
        }),
      isPossible: () => waiting > 0,
    },
  ]
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap={8}>
      <span className="lines">
        <Text component="strong" fw={600} {...(undone_at && { td: 'line-through', c: 'dimmed' })}>
          Export {id}: {formatCount(changes, noun)}
        </Text>
        <span className="fact">
          <ShortDate date={batch.exported_at} /> by {batch.exported_by}
        </span>
        <span className="fact">
          {undone_at ? (
            <>
              Undone <ShortDate date={undone_at} /> by {undone_by}
            </>
          ) : (
            describeProgress(batch)
          )}
        </span>
      </span>
      {links.undo && <ActionMenu actions={actions} row={batch} tabIndex={0} />}
    </Group>
  )
}

function describeProgress({ changes, waiting, verified }: ExportBatch): string {
  const withdrawnCount = changes - waiting - verified
  const parts = [
    verified > 0 && `${formatNumber(verified)} verified`,
    waiting > 0 && `${formatNumber(waiting)} not confirmed yet`,
    withdrawnCount > 0 && `${formatNumber(withdrawnCount)} withdrawn or pending again`,
  ].filter((part) => part !== false)
  return verified === changes ? 'All verified by the CRM' : formatList(parts)
}
