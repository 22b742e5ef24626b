import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import classes from './toasts.module.css'

/** Shows at most three toasts, each for six seconds unless it is hovered, focused, or has `autoClose: false`. */
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

/** Hides the oldest toast when a fourth arrives, because the library would queue the fourth. */
function useRoomForNewest() {
  const { notifications: toasts, queue } = useNotifications()
  const oldest = toasts.find(({ role }) => role !== 'region')?.id
  const isWaiting = queue.length > 0
  useEffect(() => {
    if (isWaiting && oldest) notifications.hide(oldest)
  }, [isWaiting, oldest])
}
