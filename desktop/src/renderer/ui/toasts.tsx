import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import classes from './toasts.module.css'

/**
 * Toasts close after six seconds, but not while they have the pointer or the focus. Those that a person acts on (a
 * refusal, an export under way) stay by `autoClose: false`. Of more than three the oldest goes.
 */
export function Toasts() {
  const [isPaused, setPaused] = useState(false)
  useRoomForNewest()
  return (
    <Notifications
      className={classes.toasts}
      position="bottom-center"
      containerWidth={440}
      limit={3}
      autoClose={isPaused ? false : 6000}
      aria-live="polite"
      aria-relevant="additions"
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    />
  )
}

/** The library lets what comes fourth wait until one is closed: by then it is no news. */
function useRoomForNewest() {
  const { notifications: shown, queue } = useNotifications()
  const oldest = shown.find(({ role }) => role !== 'region')?.id
  const isWaiting = queue.length > 0
  useEffect(() => {
    if (isWaiting && oldest) notifications.hide(oldest)
  }, [isWaiting, oldest])
}
