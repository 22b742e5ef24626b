import { Button, Group, Stack, type ModalProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { WholeWords } from '../words/whole-words.tsx'
import { RefusalAlert } from './form.tsx'
import { askQuestion, Modal } from './modal.tsx'
import { hasUnsaved } from './unsaved.ts'

type DialogProps = Pick<ModalProps, 'size' | 'closeOnEscape' | 'closeOnClickOutside'> & {
  title: string
  isOpen?: boolean
  onClose: () => void
  /** The effects, or the fields of a form. */
  children: ReactNode
  /** The server's error, unless it is beside a field. */
  error?: Error | null
  /** The label of the submit button; without one the dialog can only be closed. */
  submit?: string | undefined
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

/** Returns what leaves a dialog: “Cancel”, unless that is what the dialog would do. */
export function cancelLabel(submit: string | undefined): string {
  if (!submit) return 'Close'
  return submit.startsWith('Cancel') ? 'Go back' : 'Cancel'
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
  isDangerous?: boolean
  onConfirm: () => void
}

/** Asks before something is done that answers with a toast. */
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
            // It can be pressed again while it fades.
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

/** Leaves a form, after a question where something in it is unsaved. */
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
