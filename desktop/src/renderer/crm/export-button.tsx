import type { ExportBatch } from '@alumni/shared/crm'
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { count, countOf } from '../ui/words/numbers.ts'
import { useExport } from './actions.ts'
import classes from '../ui/modal.module.css'

/** Mark All Exported: says to how many, then hands out their file. */
export function ExportButton({ pending }: { pending: number }) {
  const [isOpen, { open, close }] = useDisclosure()
  const [done, setDone] = useState<ExportBatch | null>(null)
  const mark = useExport(setDone)
  const start = () => {
    setDone(null)
    open()
  }
  return (
    <>
      <Button onClick={start} disabled={pending === 0}>
        {pending > 0 ? `Mark all ${count(pending)} exported` : 'Mark all exported'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={
          done
            ? `${countOf(done.changes, ['change is', 'changes are'])} exported`
            : `Mark ${countOf(pending, ['change', 'changes'])} as exported?`
        }
        centered
      >
        {done ? (
          <Exported batch={done} onClose={close} />
        ) : (
          <Confirm
            pending={pending}
            isPending={mark.isPending}
            onMark={() => mark.mutate(pending, { onError: close })}
            onClose={close}
          />
        )}
      </Modal>
    </>
  )
}

function Confirm({
  pending,
  isPending,
  onMark,
  onClose,
}: {
  pending: number
  isPending: boolean
  onMark: () => void
  onClose: () => void
}) {
  return (
    <div className={classes.form}>
      <p>
        You get a file with all of them, to be entered into the CRM. The next contacts import confirms what has arrived
        there. Until then the export can be undone.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button onClick={onMark} loading={isPending} data-autofocus>
          Mark {count(pending)} exported
        </Button>
      </div>
    </div>
  )
}

function Exported({ batch, onClose }: { batch: ExportBatch; onClose: () => void }) {
  return (
    <div className={classes.form}>
      <p>Export {batch.id} is noted. Download its file now, or later from the list of exports.</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {batch.links.csv && (
          <Button
            component="a"
            href={batch.links.csv}
            download
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            data-autofocus
          >
            Download the file (CSV)
          </Button>
        )}
      </div>
    </div>
  )
}
