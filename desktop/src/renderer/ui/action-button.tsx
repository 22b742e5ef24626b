import type { ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './form/dialog.tsx'
import { useAction, type ActionOptions } from './use-action.ts'

type ActionButtonProps<Reply> = Omit<ActionOptions<void, Reply>, 'isErrorInline' | 'gcTime'> &
  Pick<ButtonProps, 'variant' | 'size' | 'disabled' | 'mt'> & {
    run: () => Promise<Reply>
    icon?: Icon
    label?: string
    confirmation?: { title: string; body: ReactNode; confirm: string; isDangerous?: boolean }
    children: ReactNode
  }

export function ActionButton<Reply>(props: ActionButtonProps<Reply>) {
  const { run, icon, label, confirmation, children, onDone, onError, variant = 'default', size, disabled, mt } = props
  const [isConfirming, { open, close }] = useDisclosure()
  const action = useAction(run, {
    ...props,
    gcTime: 0,
    // The error appears as a toast, because the refresh may remove this button and its dialog.
    onError(error, input) {
      close()
      return onError?.(error, input)
    },
    onDone(reply, input) {
      close()
      return onDone?.(reply, input)
    },
  })
  return (
    <>
      <Button
        {...{ variant, size, disabled, mt }}
        icon={icon}
        loading={action.isPending && !confirmation}
        aria-label={label}
        onClick={confirmation ? open : () => action.mutate()}
      >
        {children}
      </Button>
      {confirmation && isConfirming && (
        <Dialog
          title={confirmation.title}
          onClose={close}
          submit={confirmation.confirm}
          isDangerous={confirmation.isDangerous ?? false}
          isPending={action.isPending}
          onSubmit={() => action.mutate()}
        >
          {typeof confirmation.body === 'string' ? <p>{confirmation.body}</p> : confirmation.body}
        </Dialog>
      )}
    </>
  )
}
