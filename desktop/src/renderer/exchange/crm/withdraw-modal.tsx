import { fieldName } from '@alumni/shared/alumni/record'
import type { CrmChange } from '@alumni/shared/exchange/crm'
import { Button, Modal, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { sayValue } from '../../ui/words/say-value.ts'
import { useWithdraw } from './actions.ts'
import classes from '../../ui/modal.module.css'

/** Asks whether these pending changes shall not go to the CRM, and why. */
export function WithdrawModal({
  changes,
  onClose,
}: {
  changes: readonly CrmChange[]
  onClose: (isDone: boolean) => void
}) {
  return (
    <Modal
      opened={changes.length > 0}
      onClose={() => onClose(false)}
      title={`Withdraw ${countOf(changes.length, ['change', 'changes'])}?`}
      centered
    >
      <WithdrawForm changes={changes} onClose={onClose} />
    </Modal>
  )
}

function WithdrawForm({ changes, onClose }: { changes: readonly CrmChange[]; onClose: (isDone: boolean) => void }) {
  const [reason, setReason] = useState('')
  const withdraw = useWithdraw(() => onClose(true))
  const [first] = changes
  function submit(event: FormEvent) {
    event.preventDefault()
    withdraw.mutate({ changes, reason })
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      {changes.length === 1 && first && (
        <p>
          {fieldName(first.field)} of {first.name || first.buid}:{' '}
          <BeforeAfter before={sayValue(first.field, first.before)} after={sayValue(first.field, first.after)} />
        </p>
      )}
      <p>
        {changes.length === 1 ? 'It does' : 'They do'} not go to the CRM, and the record shows again what the CRM has.
        The history keeps both values.
      </p>
      <Textarea
        label="Why (kept with the entry of what was done)"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onClose(false)}>
          Keep {changes.length === 1 ? 'it' : 'them'}
        </Button>
        <Button type="submit" color="red" loading={withdraw.isPending}>
          Withdraw {countOf(changes.length, ['change', 'changes'])}
        </Button>
      </div>
    </form>
  )
}
