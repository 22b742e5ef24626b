import { Button, Group, Modal, Stack, type ModalProps } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { FormEvent, ReactNode } from 'react'
import { WholeWords } from '../words/whole-words.tsx'
import { RefusalAlert } from './form.tsx'

type DialogProps = Pick<ModalProps, 'size' | 'closeOnEscape' | 'closeOnClickOutside'> & {
  title: string
  isOpen?: boolean
  onClose: () => void
  /** The effects, or the fields of a form. */
  children: ReactNode
  /** The server's error, unless it is beside a field. */
  error?: Error | null
  cancel: string
  /** The label of the submit button. */
  submit: string
  submitIcon?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isPending?: boolean
  isDisabled?: boolean
  /** The button is red, and the one that cancels has the focus. */
  isDangerous?: boolean
  /** Which button has the focus at first, where no field has. */
  focus?: 'cancel' | 'submit' | undefined
}

/** A form or a question over the page; the refusal of the server stays in it to be read. */
export function Dialog({
  title,
  isOpen = true,
  onClose,
  children,
  error = null,
  cancel,
  submit,
  submitIcon,
  onSubmit,
  isPending = false,
  isDisabled = false,
  isDangerous = false,
  focus = isDangerous ? 'cancel' : undefined,
  ...modal
}: DialogProps) {
  return (
    <Modal {...modal} opened={isOpen} onClose={onClose} title={<WholeWords text={title} />} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // It may stand over another form.
          event.stopPropagation()
          if (!isPending && !isDisabled) onSubmit(event)
        }}
      >
        <Stack>
          <RefusalAlert error={error} />
          {children}
          <DialogButtons>
            <Button variant="default" onClick={onClose} data-autofocus={focus === 'cancel' || undefined}>
              {cancel}
            </Button>
            <Button
              type="submit"
              color={isDangerous ? 'red' : undefined}
              loading={isPending}
              disabled={isDisabled}
              leftSection={submitIcon}
              data-autofocus={focus === 'submit' || undefined}
            >
              {submit}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

/** The buttons at the end of a dialog or a form, the one that does it last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap={8}>
      {children}
    </Group>
  )
}

type Confirmation = {
  title: string
  children: ReactNode
  confirm: string
  cancel: string
  isDangerous?: boolean
  onConfirm: () => void
}

/** Asks before something is done that answers with a toast. */
export function askToConfirm({ confirm, cancel, isDangerous = false, onConfirm, ...question }: Confirmation): void {
  let isConfirmed = false
  modals.openConfirmModal({
    ...question,
    onConfirm() {
      // It can be pressed again while it fades.
      if (!isConfirmed) onConfirm()
      isConfirmed = true
    },
    labels: { confirm, cancel },
    ...(isDangerous && { confirmProps: { color: 'red' }, cancelProps: { 'data-autofocus': true } }),
    // Above a dialog that may be open.
    zIndex: 300,
  })
}
