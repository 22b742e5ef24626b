import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useLayoutEffect, useState } from 'react'
import { freeBottom } from './free-bottom.ts'
import classes from './toasts.module.css'

/**
 * Toasts close after six seconds, but not while they have the pointer or the focus. Those that a person acts on (a
 * refusal, an export under way) stay by `autoClose: false`. Of more than three the oldest goes.
 */
export function Toasts() {
  const [isPaused, setPaused] = useState(false)
  const bottom = useRoomAboveButtons()
  useRoomForNewest()
  return (
    <Notifications
      className={classes.toasts}
      style={{ '--toasts-bottom': `${bottom}px` }}
      position="bottom-center"
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

const margin = 16
const lowest = 96

/** How far above the bottom they stand, so that none covers a button. */
function useRoomAboveButtons() {
  const [bottom, setBottom] = useState(margin)
  const count = useNotifications().notifications.length
  useLayoutEffect(() => {
    if (count === 0) return
    const buttons = document.querySelectorAll(':is(button, .mantine-Button-root):not(.mantine-Notifications-root *)')
    const width = Math.min(440, innerWidth - 2 * margin)
    const toasts = { left: (innerWidth - width) / 2, right: (innerWidth + width) / 2, height: count * lowest }
    setBottom(
      freeBottom(
        [...buttons].map((button) => button.getBoundingClientRect()),
        toasts,
        innerHeight,
        margin,
      ),
    )
  }, [count])
  return bottom
}
