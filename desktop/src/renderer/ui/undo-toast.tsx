import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './undo-toast.module.css'

/** Longer than other messages stay: someone has to read what was done before they can want it undone. */
const shownInMs = 12_000

/** Says what was done, and offers the way back. */
export function sayWithUndo(title: string, message: ReactNode, onUndo: () => void): void {
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
      <span className={classes.message}>
        <span>{message}</span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} stroke={1.8} aria-hidden />}
          onClick={undo}
        >
          Undo
        </Button>
      </span>
    ),
    autoClose: shownInMs,
  })
}
