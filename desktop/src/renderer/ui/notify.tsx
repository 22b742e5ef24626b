import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HttpError } from '../http.ts'

/** `onUndo` offers the way back. */
export type Notice = { title?: string; message: ReactNode; onUndo?: (() => void) | undefined }

/** Longer than other toasts stay: a person has to read what was done before they can want it undone. */
const undoShownInMs = 12_000

/** Tells in a toast what was done. */
export function notifyDone(notice: Notice | string): void {
  const { title, message, onUndo } = typeof notice === 'string' ? { message: notice } : notice
  if (!onUndo) return void notifications.show({ color: 'green', title, message })
  const id = `undo ${crypto.randomUUID()}`
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  notifications.show({
    id,
    color: 'green',
    title,
    message: (
      <Group component="span" justify="space-between" gap={12}>
        <span>{message}</span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} stroke={1.8} aria-hidden />}
          onClick={undo}
        >
          Undo
        </Button>
      </Group>
    ),
    autoClose: undoShownInMs,
  })
}

/** Tells why something was not done, until it is closed. A person who is signed out sees the sign-in instead. */
export function notifyError(title: string, error: Error): void {
  if (error instanceof HttpError && error.status === 401) return
  notifications.show({ color: 'red', title, message: error.message, autoClose: false, role: 'alert' })
}
