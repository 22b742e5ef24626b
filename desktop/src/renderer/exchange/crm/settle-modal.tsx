import type { Keep } from '@alumni/shared/exchange/crm'
import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { count, countOf } from '../../ui/words/numbers.ts'
import classes from '../../ui/modal.module.css'

type SettleModalProps = {
  isOpen: boolean
  conflicts: number
  isPending: boolean
  onSettle: (keep: Keep) => void
  onClose: () => void
}

/** Asks which side is kept, and for the number when what we have is overwritten. */
export function SettleModal({ isOpen, conflicts, onClose, ...rest }: SettleModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Settle ${countOf(conflicts, ['conflict', 'conflicts'])}`} centered>
      <SettleForm conflicts={conflicts} onClose={onClose} {...rest} />
    </Modal>
  )
}

function SettleForm({ conflicts, isPending, onSettle, onClose }: Omit<SettleModalProps, 'isOpen'>) {
  const [keep, setKeep] = useState<Keep>('ours')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (keep === 'theirs' && Number(typed.replace(/[\s,.]/g, '')) !== conflicts)
      return setWrong(`Type ${count(conflicts)} to confirm.`)
    onSettle(keep)
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <Radio.Group label="Which value is right?" value={keep} onChange={(value) => setKeep(value as Keep)}>
        <Stack gap={12} mt={8}>
          <Radio
            value="ours"
            label="Keep ours"
            description="Nothing changes here. The changes stay on their way to the CRM."
            data-autofocus
          />
          <Radio
            value="theirs"
            label="Take the CRM’s"
            description="The fields take the CRM’s values, and our changes of them are withdrawn."
          />
        </Stack>
      </Radio.Group>
      {keep === 'theirs' && (
        <TextInput
          label={`Type ${count(conflicts)} to confirm that our values are overwritten`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={wrong}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button type="submit" color={keep === 'theirs' ? 'red' : undefined} loading={isPending}>
          {keep === 'ours' ? `Keep ours in ${count(conflicts)}` : `Take the CRM’s in ${count(conflicts)}`}
        </Button>
      </div>
    </form>
  )
}
