import type { ImportSection } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Stepper } from '../../ui/stepper.tsx'

const steps = ['Scanning', 'Review', 'Importing', 'Results'] as const satisfies readonly ImportSection[]
type Step = (typeof steps)[number]

/** The way of a batch, and where it is or has ended. */
export function BatchStepper({ batch }: { batch: ImportStatusReply }) {
  const { status } = batch
  const look = status === 'completed' ? 'done' : status === 'failed' || status === 'cancelled' ? status : 'current'
  const shown = batch.undoes ? steps.map((step) => (step === 'Importing' ? 'Putting back' : step)) : steps
  return (
    <Stepper
      label={batch.undoes ? 'Steps of the undo' : 'Steps of the import'}
      steps={shown}
      at={steps.indexOf(stepOf(batch))}
      look={look}
    />
  )
}

/** A batch that has ended early stopped where its numbers stop. */
export function stepOf(batch: Pick<ImportStatusReply, 'section' | 'counts' | 'results' | 'progress'>): Step {
  if (batch.section !== 'Failed' && batch.section !== 'Cancelled') return batch.section
  if (!batch.counts) return 'Scanning'
  return batch.results || batch.progress.phase === 'importing' || batch.progress.phase === 'deleting'
    ? 'Importing'
    : 'Review'
}
