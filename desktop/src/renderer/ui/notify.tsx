import { Group } from '@mantine/core'
import { notifications, type NotificationData } from '@mantine/notifications'
import { IconArrowBackUp, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HttpError } from '../http.ts'
import { Button } from './button.tsx'

/**
 * `onUndo` offers the way back, `offer` something else to go on with; a newer notice `about` the same thing takes the place of the one
 * before.
 */
export type Notice = {
  title?: string
  message: ReactNode
  onUndo?: (() => void) | undefined
  offer?: { label: string; icon: Icon; run: () => void } | undefined
  topic?: string
}

/** Longer than other toasts stay: a person has to read what was done before they can want to go on from it. */
const offerShownInMs = 12_000

/** Shows in a toast what was done. */
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

/** Shows why something was not done, until it is closed. A person who is signed out sees the sign-in instead. */
export function notifyError(title: string, error: Error, about = title): void {
  if (error instanceof HttpError && error.status === 401) return
  showToast({ color: 'red', title, message: error.message, autoClose: false, role: 'alert' }, about)
}

const newest = new Map<string, string>()

/** Shows a toast in place of the one before about the same thing; answers its id. */
export function showToast(toast: NotificationData, about: string): string {
  hideToast(about)
  const id = crypto.randomUUID()
  newest.set(about, id)
  notifications.show({ ...toast, id })
  return id
}

/** Hides the outdated toast about this. */
export function hideToast(about: string): void {
  const id = newest.get(about)
  if (id === undefined) return
  newest.delete(about)
  notifications.hide(id)
}
