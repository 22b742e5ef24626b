import type { Settings } from '../settings.ts'

export type Rectangle = { x: number; y: number; width: number; height: number }
type WindowState = NonNullable<Settings['window']>

export const minSize = { width: 390, height: 480 }
const offset = 28
const defaultSize = { width: 1280, height: 860 }

/** Fits the saved bounds into their display; centers the window if the bounds or the display are missing. */
export function fitBounds(
  state: WindowState | undefined,
  displays: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  const primary = displays[0] ?? { x: 0, y: 0, ...defaultSize }
  const centered = {
    width: Math.min(defaultSize.width, primary.width),
    height: Math.min(defaultSize.height, primary.height),
  }
  if (!state) return centered
  const { bounds } = state
  const display = displays.find((area) => isReachable(bounds, area))
  const area = display ?? primary
  const width = Math.max(minSize.width, Math.min(bounds.width, area.width))
  const height = Math.max(minSize.height, Math.min(bounds.height, area.height))
  return display ? { x: bounds.x, y: Math.max(bounds.y, area.y), width, height } : { width, height }
}

/** Returns the bounds of a new window, slightly below and to the right of the given ones, within the display. */
export function offsetBounds({ x, y, width, height }: Rectangle, displays: readonly Rectangle[]): Rectangle {
  const area = displays.find((display) => isReachable({ x, y, width, height }, display)) ?? displays[0]!
  const fits = (from: number, length: number, start: number, room: number) => from + length <= start + room
  return {
    x: fits(x + offset, width, area.x, area.width) ? x + offset : area.x,
    y: fits(y + offset, height, area.y, area.height) ? y + offset : area.y,
    width,
    height,
  }
}

function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return visibleWidth >= 100 && y >= area.y - 10 && y <= area.y + area.height - 50
}
