import type { CrmChangesPage, CrmChangesQuery, ExportBatch, ShownChanges } from '@alumni/shared/exchange/crm'
import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useExport } from './actions.ts'
import { ExportFiles } from './export-batches.tsx'
import classes from '../../ui/modal.module.css'

type ExportButtonProps = { page: CrmChangesPage; search: CrmChangesQuery }

/** Mark All Exported: says to how many, marks exactly those that the list shows, then hands out their files. */
export function ExportButton({ page: { shown, counts }, search }: ExportButtonProps) {
  const [isOpen, { open, close }] = useDisclosure()
  // What was shown when the question came up, whatever arrives meanwhile.
  const [asked, setAsked] = useState<ShownChanges | null>(null)
  const [done, setDone] = useState<ExportBatch | null>(null)
  const all = shown?.all.count ?? 0
  const isPart = all < counts.pending
  const start = () => {
    setDone(null)
    setAsked(shown)
    open()
  }
  return (
    <>
      <Button variant="default" onClick={start} disabled={all === 0}>
        {all > 0 ? `Mark ${isPart ? 'these' : 'all'} ${count(all)} exported` : 'Mark all exported'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={
          done
            ? `${countOf(done.changes, ['change is', 'changes are'])} exported`
            : `Mark ${countOf(asked?.all.count ?? 0, ['change', 'changes'])} as exported?`
        }
        centered
      >
        {done ? (
          <Exported batch={done} onClose={close} />
        ) : (
          asked && <Confirm shown={asked} search={search} onDone={setDone} onClose={close} />
        )}
      </Modal>
    </>
  )
}

type ConfirmProps = {
  shown: ShownChanges
  search: CrmChangesQuery
  onDone: (batch: ExportBatch) => void
  onClose: () => void
}

function Confirm({ shown, search: { q, age, batch_id, crm_id }, onDone, onClose }: ConfirmProps) {
  const mark = useExport(onDone)
  const withoutId = shown.all.count - shown.loadable.count
  const [which, setWhich] = useState<'loadable' | 'all'>(shown.loadable.count > 0 ? 'loadable' : 'all')
  const isChoice = withoutId > 0 && shown.loadable.count > 0
  const only_loadable = isChoice && which === 'loadable'
  const confirm_count = (only_loadable ? shown.loadable : shown.all).count
  return (
    <div className={classes.form}>
      <p>
        You get a file for the CRM’s loader, and one to read. The next contacts import confirms what has arrived there.
        Until then the export can be undone.
      </p>
      {isChoice && (
        <Radio.Group label="Which of them?" value={which} onChange={(value) => setWhich(value as typeof which)}>
          <Stack gap={12} mt={8}>
            <Radio
              value="loadable"
              label={`Those that the loader can take: ${count(shown.loadable.count)}`}
              description={`${countOf(withoutId, ['change', 'changes'])} of people without a CRM ID ${withoutId === 1 ? 'stays' : 'stay'} pending.`}
            />
            <Radio
              value="all"
              label={`All ${count(shown.all.count)}`}
              description="Someone enters those without a CRM ID by hand; they stand in the file to read."
            />
          </Stack>
        </Radio.Group>
      )}
      {withoutId > 0 && !isChoice && (
        <p>None of these people has a CRM ID: the loader cannot take them. Someone has to enter them by hand.</p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button
          loading={mark.isPending}
          onClick={() =>
            mark.mutate(
              { confirm_count, shown, only_loadable, filter: { q, age, batch_id, crm_id } },
              { onError: onClose },
            )
          }
          data-autofocus
        >
          Mark {count(confirm_count)} exported
        </Button>
      </div>
    </div>
  )
}

function Exported({ batch, onClose }: { batch: ExportBatch; onClose: () => void }) {
  return (
    <div className={classes.form}>
      <p>Export {batch.id} is noted. Download its files now, or later from the list of exports.</p>
      <ExportFiles batch={batch} />
      <p className="muted">
        In the loader choose the operation Update and the Bulk API, and leave “Insert null values” off: a blank cell
        leaves what the CRM has, and #N/A empties it. Do not open that file in a spreadsheet.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
