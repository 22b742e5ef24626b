import { Group } from '@mantine/core'
import { notifications, type NotificationData } from '@mantine/notifications'
import { IconArrowBackUp, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HttpError } from '../http.ts'
import { Button } from './button.tsx'

export type Notice = {
  title?: string
  message: ReactNode
  onUndo?: (() => void) | undefined
  offer?: { label: string; icon: Icon; run: () => void } | undefined
  /** A newer notice on the same topic replaces this one; defaults to the title. */
  topic?: string
}

/** Toasts with a button need more time than others. */
const offerShownInMs = 12_000

export function notifySuccess(notice: Notice | string): void {
  const { title, message, topic = title, ...offered } = typeof notice === 'string' ? { message: notice } : notice
  const offer = offerOf(offered)
  if (!offer) return void showToast({ color: 'green', title, message }, topic ?? String(message))
  const { label, icon: Picture, run } = offer
  const id = showToast(
    {
      color: 'green',
      title,
      message: (
        <Group component="span" justify="space-between" gap={12}>
          <span>{message}</span>
          <Button
            size="xs"
            variant="default"
            icon={Picture}
            onClick={() => {
              notifications.hide(id)
              run()
            }}
          >
            {label}
          </Button>
        </Group>
      ),
      autoClose: offerShownInMs,
    },
    topic ?? crypto.randomUUID(),
  )
}

function offerOf({ onUndo, offer }: Pick<Notice, 'onUndo' | 'offer'>) {
  return onUndo ? { label: 'Undo', icon: IconArrowBackUp, run: onUndo } : offer
}

/** Shows an error until it is closed, unless the user was signed out and sees the sign-in page instead. */
export function notifyError(title: string, error: Error, topic = title): void {
  if (error instanceof HttpError && error.status === 401) return
  showToast({ color: 'red', title, message: error.message, autoClose: false, role: 'alert' }, topic)
}

const newestIds = new Map<string, string>()

/** Shows a toast in place of the last one with the same topic and returns its id. */
export function showToast(toast: NotificationData, topic: string): string {
  hideToast(topic)
  const id = crypto.randomUUID()
  newestIds.set(topic, id)
  notifications.show({ ...toast, id })
  return id
}

export function hideToast(topic: string): void {
  const id = newestIds.get(topic)
  if (id === undefined) return
  newestIds.delete(topic)
  notifications.hide(id)
}
