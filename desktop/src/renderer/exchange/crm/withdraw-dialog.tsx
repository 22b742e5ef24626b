import { fieldLabel } from '@alumni/shared/alumni/record'
import { withdrawReply, type CrmChange } from '@alumni/shared/exchange/crm'
import { useState } from 'react'
import { post } from '../../http.ts'
import { LimitedArea } from '../../ui/form/limited-input.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { BeforeAfter } from '../../ui/format/before-after.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { formatValue } from '../../ui/format/format-value.ts'
import { useAction } from '../../ui/use-action.ts'
import { notifyRefused } from './selected-rows.ts'
import { changesUrl, invalidates } from './queries.ts'

type WithdrawDialogProps = { changes: readonly CrmChange[]; onDone: () => void; onClose: () => void }

export function WithdrawDialog({ changes, onDone, onClose }: WithdrawDialogProps) {
  const [reason, setReason] = useState('')
  const confirmedChanges = changes.map(({ id, after }) => ({ id, after }))
  const withdraw = useAction(
    () => post(`${changesUrl}/withdrawals`, withdrawReply, { changes: confirmedChanges, reason }),
    {
      invalidates,
      successNotice: ({ withdrawn }) =>
        withdrawn > 0
          ? {
              title: 'Withdrawn',
              message: `${formatCount(withdrawn, ['change does', 'changes do'])} not go to the CRM.`,
            }
          : undefined,
      onDone({ refused }) {
        const nameOf = (id: number) => changes.find((change) => change.id === id)!.name
        notifyRefused(
          formatCount(refused.length, ['change stays as it was', 'changes stay as they were']),
          refused.map(({ id, error }) => ({ name: nameOf(id), error })),
        )
        onDone()
      },
    },
  )
  const [first] = changes
  const isOne = changes.length === 1
  const title = `Withdraw ${formatCount(changes.length, ['change', 'changes'])}`
  return (
    <Dialog
      title={`${title}?`}
      onClose={onClose}
      submit={title}
      isDangerous
      isPending={withdraw.isPending}
      onSubmit={() => withdraw.mutate()}
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
