import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../../ui/modal.module.css'

type ConfirmModalProps = {
  isOpen: boolean
  title: string
  /** What the button says that does it. */
  action: string
  isDangerous?: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Says what will happen, to how many, before it does. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, title, action, isDangerous = false, isPending, onConfirm, onClose, children } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <div className={classes.form}>
        <div>{children}</div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus={isDangerous || undefined}>
            Not yet
          </Button>
          <Button
            color={isDangerous ? 'red' : undefined}
            loading={isPending}
            onClick={onConfirm}
            data-autofocus={!isDangerous || undefined}
          >
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
