import { Button, Group, Stack, type ModalProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { WholeWords } from '../format/whole-words.tsx'
import { RefusalAlert } from './form.tsx'
import { askQuestion, Modal } from './modal.tsx'
import { hasUnsaved } from './unsaved.ts'

type DialogProps = Pick<ModalProps, 'size' | 'closeOnEscape' | 'closeOnClickOutside'> & {
  title: string
  isOpen?: boolean
  onClose: () => void
  children: ReactNode
  error?: Error | null
  /** Label of the submit button; without it, the dialog can only be closed. */
  submit?: string | undefined
  submitIcon?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isPending?: boolean
  isDisabled?: boolean
  isDangerous?: boolean
  focus?: 'cancel' | 'submit' | undefined
}

export function Dialog({
  title,
  isOpen = true,
  onClose,
  children,
  error = null,
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
    <Modal {...modal} opened={isOpen} onClose={onClose} title={<WholeWords text={title} />}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog may be rendered inside another form.
          event.stopPropagation()
          if (!isPending && !isDisabled) onSubmit(event)
        }}
      >
        <Stack>
          <RefusalAlert error={error} />
          {children}
          <DialogButtons>
            <Button variant="default" onClick={onClose} data-autofocus={focus === 'cancel' || undefined}>
              {cancelLabel(submit)}
            </Button>
            {submit && (
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
            )}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

/** Returns “Cancel”, “Go back” if `submit` starts with “Cancel”, or “Close” without `submit`. */
export function cancelLabel(submit: string | undefined): string {
  if (!submit) return 'Close'
  return submit.startsWith('Cancel') ? 'Go back' : 'Cancel'
}

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
  isDangerous?: boolean
  onConfirm: () => void
}

/** Asks the user in a dialog and calls `onConfirm` if they confirm, without waiting for the result of `onConfirm`. */
export function askToConfirm({ title, children, confirm, isDangerous = false, onConfirm }: Confirmation): void {
  let isConfirmed = false
  askQuestion(title, (close) => (
    <Stack>
      {typeof children === 'string' ? <p>{children}</p> : children}
      <DialogButtons>
        <Button variant="default" onClick={close} data-autofocus={isDangerous || undefined}>
          {cancelLabel(confirm)}
        </Button>
        <Button
          color={isDangerous ? 'red' : undefined}
          data-autofocus={!isDangerous || undefined}
          onClick={() => {
            close()
            // The button can be clicked again while the dialog fades out.
            if (!isConfirmed) onConfirm()
            isConfirmed = true
          }}
        >
          {confirm}
        </Button>
      </DialogButtons>
    </Stack>
  ))
}

export function leaveForm(leave: () => void, isUnsaved = hasUnsaved()): void {
  if (!isUnsaved) return leave()
  askToConfirm({
    title: 'Discard your changes?',
    children: 'They have not been saved.',
    confirm: 'Discard',
    isDangerous: true,
    onConfirm: leave,
  })
}
