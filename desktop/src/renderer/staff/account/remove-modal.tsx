import { Button, Modal } from '@mantine/core'
import { Sentence } from '../../ui/sentence.tsx'
import classes from '../../ui/modal.module.css'

type RemoveModalProps = {
  what: string
  isOpen: boolean
  error: Error | null
  isPending: boolean
  onClose: () => void
  onRemove: () => void
}

/** Asks once more before a factor goes. */
export function RemoveModal({ what, isOpen, error, isPending, onClose, onRemove }: RemoveModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Remove ${what}?`} centered>
      <div className={classes.form}>
        {error && <Sentence tone="bad" isAlert title={error.message} />}
        <p>You cannot sign in with it any more. If it is the last factor, your password alone is enough again.</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={isPending} onClick={onRemove}>
            Remove it
          </Button>
        </div>
      </div>
    </Modal>
  )
}
