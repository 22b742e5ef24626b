import type { Settings } from '../settings.ts'

export type Rectangle = { x: number; y: number; width: number; height: number }
type WindowState = NonNullable<Settings['window']>

export const smallest = { width: 390, height: 480 }
const step = 28
const usual = { width: 1280, height: 860 }

/**
 * Where the window was, moved and made smaller where that display is gone; without a place of its own it is centred.
 */
export function fittingBounds(
  state: WindowState | undefined,
  displays: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  const primary = displays[0] ?? { x: 0, y: 0, ...usual }
  const centred = { width: Math.min(usual.width, primary.width), height: Math.min(usual.height, primary.height) }
  if (!state) return centred
  const { bounds } = state
  const display = displays.find((area) => isReachable(bounds, area))
  const area = display ?? primary
  const width = Math.max(smallest.width, Math.min(bounds.width, area.width))
  const height = Math.max(smallest.height, Math.min(bounds.height, area.height))
  return display ? { x: bounds.x, y: Math.max(bounds.y, area.y), width, height } : { width, height }
}

/**
 * Returns bounds of the front window's size, a little below and to its right to show both; at the
 * display's edge they begin at the top left.
 */
export function besideBounds({ x, y, width, height }: Rectangle, displays: readonly Rectangle[]): Rectangle {
  const area = displays.find((display) => isReachable({ x, y, width, height }, display)) ?? displays[0]!
  const fits = (from: number, length: number, start: number, room: number) => from + length <= start + room
  return {
    x: fits(x + step, width, area.x, area.width) ? x + step : area.x,
    y: fits(y + step, height, area.y, area.height) ? y + step : area.y,
    width,
    height,
  }
}

/** Enough of the title bar is there to take hold of. */
function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return seen >= 100 && y >= area.y - 10 && y <= area.y + area.height - 50
}
