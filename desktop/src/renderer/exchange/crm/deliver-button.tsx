import {
  type CrmChangesPage,
  type CrmChangesQuery,
  type ShownChanges,
  exportReply,
  type ExportBatch,
  type ExportRequest,
} from '@alumni/shared/exchange/crm'
import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lookAgain, useUndo } from './actions.ts'
import { changesUrl } from './queries.ts'
import { request } from '../../http.ts'
import { ExportProgress } from '../../ui/exports/export-progress.tsx'
import { ExportRun } from '../../ui/exports/export-run.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { sayWithUndo } from '../../ui/undo-toast.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import classes from '../../ui/modal.module.css'

type DeliverButtonProps = { page: CrmChangesPage; search: CrmChangesQuery }

/** "Export 2 changes (CSV)": asks for which file, then saves it and marks exactly what stands in it. */
export function DeliverButton({ page: { shown }, search }: DeliverButtonProps) {
  const [isOpen, { open, close }] = useDisclosure()
  // What was shown when the question came up, whatever arrives meanwhile.
  const [asked, setAsked] = useState<ShownChanges | null>(null)
  const all = shown?.all.count ?? 0
  return (
    <>
      <Button
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
        disabled={all === 0}
        onClick={() => {
          setAsked(shown)
          open()
        }}
      >
        {all > 0 ? exportWords(all) : 'Export (CSV)'}
      </Button>
      <Modal opened={isOpen} onClose={close} title={exportWords(asked?.all.count ?? 0)} centered>
        {asked && <DeliverForm shown={asked} search={search} onClose={close} />}
      </Modal>
    </>
  )
}

function exportWords(changes: number): string {
  return `Export ${countOf(changes, ['change', 'changes'])} (CSV)`
}

type DeliverFormProps = { shown: ShownChanges; search: CrmChangesQuery; onClose: () => void }

function DeliverForm({ shown, search: { q, age, batch_id, crm_id }, onClose }: DeliverFormProps) {
  const deliver = useDeliver()
  const { all, loadable } = shown
  const [kind, setKind] = useState<FileKind>(loadable.count > 0 ? 'loader' : 'read')
  const confirm_count = (kind === 'loader' ? loadable : all).count
  const left = all.count - loadable.count
  return (
    <div className={classes.form}>
      <Radio.Group label="For whom is the file?" value={kind} onChange={(value) => setKind(value as FileKind)}>
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
            label={`Someone who enters them by hand: ${count(all.count)}`}
            description="With names, and the values before and after."
          />
        </Stack>
      </Radio.Group>
      <p className="muted">
        The file is saved and {confirm_count === 1 ? 'the change is' : 'the changes are'} marked as exported. Both files
        stay in the list of exports, and the export can be undone until the CRM confirms it.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button
          loading={deliver.isPending}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={() =>
            deliver.mutate(
              {
                kind,
                confirm_count,
                shown,
                only_loadable: kind === 'loader',
                filter: { q, age, batch_id, crm_id },
              },
              { onSettled: onClose },
            )
          }
          data-autofocus
        >
          {exportWords(confirm_count)}
        </Button>
      </div>
    </div>
  )
}

export type FileKind = 'loader' | 'read'

/**
 * Marks the changes that were shown as exported and saves their file, as one act: where the file cannot be delivered, the export is
 * undone. The file can be had again from the list of exports.
 */
function useDeliver() {
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
