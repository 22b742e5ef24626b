import type { CrmChangesPage, CrmChangesQuery, ShownChanges } from '@alumni/shared/exchange/crm'
import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useDeliver, type FileKind } from './use-deliver.tsx'
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
