import type { ImportSection, ImportStatusReply } from '@alumni/shared/imports'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import classes from './batch-stepper.module.css'

const steps = ['Scanning', 'Review', 'Importing', 'Results'] as const satisfies readonly ImportSection[]
type Step = (typeof steps)[number]
type Look = 'done' | 'current' | 'failed' | 'cancelled' | 'ahead'

/** The way of a batch, and where it is or has ended. */
export function BatchStepper({ batch }: { batch: ImportStatusReply }) {
  const current = steps.indexOf(stepOf(batch))
  const isFinished = batch.status === 'completed'
  return (
    <ol className={classes.steps} aria-label={batch.undoes ? 'Steps of the undo' : 'Steps of the import'}>
      {steps.map((step, i) => {
        const look: Look =
          i < current || (isFinished && i === current)
            ? 'done'
            : i > current
              ? 'ahead'
              : batch.status === 'failed' || batch.status === 'cancelled'
                ? batch.status
                : 'current'
        return (
          <li key={step} className={classes.step} data-look={look} aria-current={i === current ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden>
              {look === 'done' ? (
                <IconCheck size={14} stroke={2.4} />
              ) : look === 'failed' ? (
                <IconX size={14} stroke={2.4} />
              ) : look === 'cancelled' ? (
                <IconBan size={14} stroke={2} />
              ) : (
                i + 1
              )}
            </span>
            <span className={classes.word}>
              {batch.undoes && step === 'Importing' ? 'Putting back' : step}
              <span className="visually-hidden">
                {
                  {
                    done: ', done',
                    current: ', now',
                    failed: ', failed here',
                    cancelled: ', cancelled here',
                    ahead: '',
                  }[look]
                }
              </span>
            </span>
          </li>
        )
      })}
    </ol>
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
