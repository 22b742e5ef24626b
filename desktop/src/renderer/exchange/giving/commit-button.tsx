import { givingPreview, givingUrl, type GivingPreview } from '@alumni/shared/exchange/giving'
import { Button, Checkbox } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { post } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { matchesNumber, NumberConfirmation } from '../../ui/form/number-confirmation.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount, formatList } from '../../ui/format/numbers.ts'
import { timeoutInMs } from './queries.ts'

type CommitButtonProps = { preview: GivingPreview; onDone: () => void; onRefused: (error: Error) => void }

export function CommitButton({ preview, onDone, onRefused }: CommitButtonProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const { id, confirm_gap, confirm_loss } = preview
  const body = { preview_id: id, confirm_gap: confirm_gap !== null, confirm_loss: confirm_loss !== null }
  const commit = useAction(() => post(`${givingUrl}/commit`, givingPreview, body, timeoutInMs), {
    invalidates: ['giving', 'statistics'],
    isErrorInline: true,
    onDone,
    onError(error) {
      close()
      onRefused(error)
    },
  })
  if (!preview.years.some(({ is_replaced }) => is_replaced)) return null
  return (
    <>
      <Button color={confirm_loss !== null ? 'red' : undefined} loading={commit.isPending} onClick={open}>
        {formatCommitLabel(preview)}
      </Button>
      {isOpen && (
        <CommitDialog preview={preview} isPending={commit.isPending} onClose={close} onConfirmed={commit.mutate} />
      )}
    </>
  )
}

function formatCommitLabel({ deletes, inserts }: GivingPreview): string {
  const gifts = `Import ${formatCount(inserts, ['gift', 'gifts'])}`
  return deletes > 0 ? `${gifts}, replace ${formatNumber(deletes)}` : gifts
}

type CommitDialogProps = { preview: GivingPreview; isPending: boolean; onClose: () => void; onConfirmed: () => void }

function CommitDialog({ preview, isPending, onClose, onConfirmed }: CommitDialogProps) {
  const { confirm_gap, confirm_loss, inserts } = preview
  const [isGapConfirmed, setIsGapConfirmed] = useState(false)
  const [typedNumber, setTypedNumber] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)

  function submit() {
    setSubmitted(true)
    const isConfirmed =
      (confirm_gap === null || isGapConfirmed) && (confirm_loss === null || matchesNumber(typedNumber, confirm_loss))
    if (isConfirmed) onConfirmed()
  }

  return (
    <Dialog
      title={`${formatCommitLabel(preview)}?`}
      onClose={onClose}
      submit={formatCommitLabel(preview)}
      isDangerous={confirm_loss !== null}
      focus={confirm_gap === null && confirm_loss === null ? 'submit' : undefined}
      isPending={isPending}
      onSubmit={submit}
    >
      <p>Either everything is saved or nothing is. You can undo it for 30 days.</p>
      {confirm_gap !== null && (
        <>
          <Alert tone="warn" title={`The window ends ${formatCount(confirm_gap, ['day', 'days'])} before today`}>
            Gifts after {formatDay(preview.covered_to)} are not in the file. Statistics for the current year will be
            incomplete until the next import.
          </Alert>
          <Checkbox
            label="I will import the rest later"
            checked={isGapConfirmed}
            error={isSubmitted && !isGapConfirmed && 'Confirm this, or pull the file again.'}
            onChange={(event) => setIsGapConfirmed(event.currentTarget.checked)}
          />
        </>
      )}
      {confirm_loss !== null && (
        <>
          <Alert tone="bad" title={`${formatCount(confirm_loss, ['donor', 'donors'])} would be lost`}>
            {describeLoss(preview)} Often this means that the file is incomplete, or that contacts have not been
            imported recently.
          </Alert>
          <NumberConfirmation
            label={`Type ${formatNumber(confirm_loss)} to confirm that these people no longer count as donors`}
            data-autofocus={confirm_gap === null || undefined}
            number={confirm_loss}
            value={typedNumber}
            isSubmitted={isSubmitted}
            onChange={setTypedNumber}
          />
        </>
      )}
      {isPending && <ProgressBar label={`Importing ${formatCount(inserts, ['gift', 'gifts'])}`} percent={null} />}
    </Dialog>
  )
}

function describeLoss({ years }: GivingPreview): string {
  const lossYears = years.filter((year) => year.needs_loss_confirmation)
  const losses = lossYears.map(
    ({ year, givers_before, givers_after }) =>
      `${year} would go from ${formatCount(givers_before, ['donor', 'donors'])} to ${formatNumber(givers_after)}`,
  )
  return `${lossYears.length === 1 ? 'Fiscal year' : 'Fiscal years'} ${formatList(losses)}.`
}
