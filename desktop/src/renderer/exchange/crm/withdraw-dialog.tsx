import { fieldLabel } from '@alumni/shared/alumni/record'
import type { CrmChange } from '@alumni/shared/exchange/crm'
import { useState } from 'react'
import { LimitedArea } from '../../ui/form/limited-input.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { formatValue } from '../../ui/words/format-value.ts'
import { useWithdraw } from './actions.ts'

type WithdrawDialogProps = { changes: readonly CrmChange[]; onDone: () => void; onClose: () => void }

/** Asks whether these pending changes shall not go to the CRM, and why. */
export function WithdrawDialog({ changes, onDone, onClose }: WithdrawDialogProps) {
  const [reason, setReason] = useState('')
  const withdraw = useWithdraw(onDone)
  const [first] = changes
  const isOne = changes.length === 1
  const words = `Withdraw ${countOf(changes.length, ['change', 'changes'])}`
  return (
    <Dialog
      title={`${words}?`}
      onClose={onClose}
      cancel={`Keep ${isOne ? 'it' : 'them'}`}
      submit={words}
      isDangerous
      isPending={withdraw.isPending}
      onSubmit={() => withdraw.mutate({ changes, reason })}
    >
      {isOne && first && (
        <p>
          {fieldLabel(first.field)} of {first.name || first.buid}:{' '}
          <BeforeAfter before={formatValue(first.field, first.before)} after={formatValue(first.field, first.after)} />
        </p>
      )}
      <p>
        {isOne ? 'It does' : 'They do'} not go to the CRM, and the record shows the CRM’s value again. The history keeps
        both values.
      </p>
      <LimitedArea
        label="Reason (recorded in the audit log)"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        limit={500}
        autosize
        minRows={2}
        data-autofocus
      />
    </Dialog>
  )
}
