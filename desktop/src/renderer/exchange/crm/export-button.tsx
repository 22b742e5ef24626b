import type { CrmChangesPage, CrmChangesQuery, ExportBatch, ShownChanges } from '@alumni/shared/exchange/crm'
import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogButtons } from '../../ui/form/dialog.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useExport } from './actions.ts'
import { ExportFiles } from './export-batches.tsx'

const noun = ['change', 'changes'] as const

type ExportButtonProps = { page: CrmChangesPage; search: CrmChangesQuery }

/** Mark All Exported: says to how many, marks exactly those that the list shows, then hands out their files. */
export function ExportButton({ page: { shown, counts }, search }: ExportButtonProps) {
  // The question covers what was shown as it opened, not later changes.
  const [asked, setAsked] = useState<ShownChanges | null>(null)
  const [done, setDone] = useState<ExportBatch | null>(null)
  const all = shown?.all.count ?? 0
  const isPart = all < counts.pending
  return (
    <>
      <Button variant="default" onClick={() => setAsked(shown)} disabled={all === 0}>
        {all > 1 && `Mark ${isPart ? 'these' : 'all'} ${countOf(all, noun)} exported`}
        {all === 1 && 'Mark 1 change exported'}
        {all === 0 && 'Mark all exported'}
      </Button>
      {asked && (
        <ExportDialog
          shown={asked}
          search={search}
          onClose={() => setAsked(null)}
          onDone={(batch) => {
            setAsked(null)
            setDone(batch)
          }}
        />
      )}
      {done && <Exported batch={done} onClose={() => setDone(null)} />}
    </>
  )
}

type ExportDialogProps = {
  shown: ShownChanges
  search: CrmChangesQuery
  onDone: (batch: ExportBatch) => void
  onClose: () => void
}

function ExportDialog({ shown, search: { q, age, batch_id, crm_id, refused }, onDone, onClose }: ExportDialogProps) {
  const mark = useExport(onDone)
  const { all, loadable } = shown
  const withoutId = all.count - loadable.count
  const [which, setWhich] = useState<'loadable' | 'all'>(loadable.count > 0 ? 'loadable' : 'all')
  const isChoice = withoutId > 0 && loadable.count > 0
  const only_loadable = isChoice && which === 'loadable'
  const confirm_count = (only_loadable ? loadable : all).count
  const filter = { q, age, batch_id, crm_id, refused }
  return (
    <Dialog
      title={`Mark ${countOf(all.count, noun)} as exported?`}
      onClose={onClose}
      cancel="Not yet"
      submit={`Mark ${countOf(confirm_count, noun)} exported`}
      focus="submit"
      isPending={mark.isPending}
      onSubmit={() => mark.mutate({ confirm_count, shown, only_loadable, filter }, { onError: onClose })}
    >
      <p>
        You get a file for the CRM’s loader, and one to read. The next contacts import confirms what has arrived there.
        Until then the export can be undone.
      </p>
      {isChoice && (
        <Radio.Group label="Which of them?" value={which} onChange={(value) => setWhich(value as typeof which)}>
          <Stack gap={12} mt={8}>
            <Radio
              value="loadable"
              label={`Those that the loader can take: ${count(loadable.count)}`}
              description={`${countOf(withoutId, noun)} of people without a CRM ID ${withoutId === 1 ? 'stays' : 'stay'} pending.`}
            />
            <Radio
              value="all"
              label={`All ${count(all.count)}`}
              description="Enter those without a CRM ID by hand; they are in the file to read."
            />
          </Stack>
        </Radio.Group>
      )}
      {withoutId > 0 && !isChoice && (
        <p>None of these people has a CRM ID: the loader cannot take them. Someone has to enter them by hand.</p>
      )}
    </Dialog>
  )
}

function Exported({ batch, onClose }: { batch: ExportBatch; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={`${countOf(batch.changes, ['change is', 'changes are'])} exported`} centered>
      <Stack>
        <p>Export {batch.id} is recorded. Download its files now, or later from the list of exports.</p>
        <ExportFiles batch={batch} />
        <p className="muted">
          In the loader choose the operation Update and the Bulk API, and leave “Insert null values” off: a blank cell
          leaves what the CRM has, and #N/A empties it. Do not open that file in a spreadsheet.
        </p>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
