/** Compares the lines of each room with the limits in `product-lines.json`. `npm run lines` lowers the limits. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNoOptions } from '../../server/src/foundations/process/command-line.ts'
import { root } from '../run-command.ts'

/** `lines` may only decrease. A raise adds to it and gives the reason. */
type Limits = Record<string, { lines: number; raises?: { by: number; for: string }[] }>

const list = 'scripts/checks/product-lines.json'

if (import.meta.main) {
  parseNoOptions('npm run lines   lowers the limits of product lines to the current numbers')
  const today = countProductLines(root)
  const lowered = Object.entries(readLimits(root)).map(([room, limit]) => {
    const lines = today[room] ?? 0
    return [room, lines <= limit.lines ? { lines } : limit]
  })
  writeFileSync(join(root, list), `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`)
  console.log(`${Object.values(today).reduce((sum, lines) => sum + lines, 0)} lines in total.`)
}

export function grownRooms(root: string): string[] {
  return compareLines(readLimits(root), countProductLines(root))
}

export function compareLines(limits: Limits, today: Record<string, number>): string[] {
  return Object.entries(today).flatMap(([room, lines]) => {
    const limit = limits[room]
    if (!limit) return [`${room} is not in ${list}.`]
    const most = (limit.raises ?? []).reduce((sum, { by }) => sum + by, limit.lines)
    if (lines <= most) return []
    return [
      `${room} has ${lines} lines, and the limit is ${most}. Make it smaller, or add a raise with its reason to ${list}.`,
    ]
  })
}

/** Counts product lines by room, without tests, test data, migrations and tools. */
export function countProductLines(root: string): Record<string, number> {
  const files = globSync('{server,desktop,portal,shared,worker}/src/**/*.{ts,tsx,svelte,css,sql}', { cwd: root })
  const today: Record<string, number> = {}
  for (const file of files) {
    if (/\.test\.|\/testing\/|\/migrations\//.test(file)) continue
    const room = roomOf(file)
    today[room] = (today[room] ?? 0) + readFileSync(join(root, file), 'utf8').split('\n').length - 1
  }
  return Object.fromEntries(Object.entries(today).toSorted())
}

/** Returns the folder below `src` (in the desktop app below `renderer`). The desktop app's styles are one room. */
function roomOf(file: string): string {
  if (file.startsWith('desktop/') && file.endsWith('.css')) return 'desktop styles'
  const [, room] = /^((?:server|desktop)\/src\/(?:renderer\/)?[^/]+(?=\/)|\w+\/src)/.exec(file)!
  return room!
}

function readLimits(root: string): Limits {
  return JSON.parse(readFileSync(join(root, list), 'utf8')) as Limits
}
