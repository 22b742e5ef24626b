import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useState, type CSSProperties } from 'react'
import { coveredBy, freePlace, type Box } from './free-place.ts'
import classes from './toasts.module.css'

/**
 * Toasts close after six seconds, but not while they have the pointer or the focus. Those that a person acts on (a
 * refusal, an export under way) stay by `autoClose: false`. Of more than three the oldest goes.
 */
export function Toasts() {
  const [isPaused, setPaused] = useState(false)
  const place = usePlace()
  useRoomForNewest()
  return (
    <Notifications
      className={classes.toasts}
      style={place && ({ '--toasts-bottom': `${place.bottom}px`, '--toasts-left': `${place.left}px` } as CSSProperties)}
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

const controls = ':is(a[href], button, input, select, textarea, summary, [role="tab"], .mantine-Button-root)'
const widest = 440

/** Moves the toasts away from what can be pressed: whenever that, or their own number, changes. */
function usePlace(): { left: number; bottom: number } | undefined {
  const [place, setPlace] = useState<Box>()
  const count = useNotifications().notifications.length
  useEffect(() => {
    if (count === 0) return setPlace(undefined)
    let frame = 0
    const look = () => {
      frame = 0
      setPlace((before) => placeNow(before))
    }
    const soon = () => (frame ||= requestAnimationFrame(look))
    const changes = new MutationObserver(soon)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'class', 'hidden'] })
    const events = ['resize', 'scrollend', 'transitionend'] as const
    for (const event of events) addEventListener(event, soon)
    soon()
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      for (const event of events) removeEventListener(event, soon)
    }
  }, [count])
  return place && { left: place.left, bottom: innerHeight - place.bottom }
}

/** The place that they have, while it covers nothing; they do not move while they have the pointer or the focus. */
function placeNow(before: Box | undefined): Box | undefined {
  const list = document.querySelector(`.${classes.toasts}`)
  const { clientWidth } = document.documentElement
  if (!list || (before && list.matches(':has(:hover, :focus-within)'))) return before
  const toasts = [...list.querySelectorAll<HTMLElement>('.mantine-Notification-root')]
  const size = {
    width: Math.min(widest, clientWidth - 32),
    height: toasts.reduce((sum, { offsetHeight }) => sum + offsetHeight + 16, 0),
  }
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]')
  const boxes = [...(dialog ?? document).querySelectorAll(controls)]
    .filter((control) => !list.contains(control) && control.checkVisibility({ opacityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
  if (before && Math.abs(before.bottom - before.top - size.height) < 1 && coveredBy(before, boxes) === 0) return before
  return freePlace(boxes, size, { left: 0, right: clientWidth, top: 0, bottom: innerHeight })
}
