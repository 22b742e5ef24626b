import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HttpError } from '../http.ts'
import { copyText } from './copy-text.ts'

/** `onUndo` offers the way back, `link` its copy. */
export type Notice = {
  title?: string
  message: ReactNode
  onUndo?: (() => void) | undefined
  link?: string | undefined
}

/** Longer than other toasts stay: a person has to read what was done before they can want to go on from it. */
const offerShownInMs = 12_000

/** Tells in a toast what was done. */
export function notifyDone(notice: Notice | string): void {
  const { title, message, ...offered } = typeof notice === 'string' ? { message: notice } : notice
  const offer = offerOf(offered)
  if (!offer) return void notifications.show({ color: 'green', title, message })
  const { label, icon: Picture, run } = offer
  const id = `offer ${crypto.randomUUID()}`
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
          leftSection={<Picture size={14} stroke={1.8} aria-hidden />}
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
  })
}

function offerOf({ onUndo, link }: Pick<Notice, 'onUndo' | 'link'>) {
  if (onUndo) return { label: 'Undo', icon: IconArrowBackUp, run: onUndo }
  return link ? { label: 'Copy the link', icon: IconCopy, run: () => void copyText(link) } : null
}

/** Tells why something was not done, until it is closed. A person who is signed out sees the sign-in instead. */
export function notifyError(title: string, error: Error): void {
  if (error instanceof HttpError && error.status === 401) return
  notifications.show({ color: 'red', title, message: error.message, autoClose: false, role: 'alert' })
}
