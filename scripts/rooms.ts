import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNoOptions } from '../server/src/foundations/process/command-line.ts'
import { importsIn, isTest, rooms } from './checks/arrows.ts'
import { root } from './run-command.ts'

if (import.meta.main) {
  parseNoOptions('npm run rooms   draws the rooms of server/src and their imports into docs/rooms.md')
  writeFileSync(join(root, 'docs/rooms.md'), drawRooms())
}

/** Returns the text of docs/rooms.md: a Mermaid graph of the imports between rooms, and between slices of a room. */
export function drawRooms(): string {
  const imports = importsIn(root).filter(({ from }) => !isTest.test(from) && !from.endsWith('/index.ts'))
  const slices = new Map(rooms.map((room) => [room, new Set<string>()]))
  const arrows = new Set<string>()
  for (const places of imports.map(({ from, to }) => [placeOf(from), placeOf(to)] as const)) {
    const [one, other] = places
    for (const place of places) if (place?.slice) slices.get(place.room)?.add(place.slice)
    if (!one || !other || (one.room !== other.room && other.room === 'foundations')) continue
    if (one.room !== other.room) arrows.add(`${one.room} ==> ${other.room}`)
    else if (one.slice && other.slice && one.slice !== other.slice) arrows.add(`${idOf(one)} --> ${idOf(other)}`)
  }
  return `# The rooms of the server

\`npm run rooms\` generates this page from the imports in \`server/src\`. A thick arrow points from a room to a room that
it imports, a thin arrow from a slice to a slice of the same room. The graph omits imports of \`foundations\`, and imports
by \`commands/\`, \`app.ts\` and the files beside it. \`scripts/checks/arrows.ts\` checks the directions
([why](decisions/arrows.md)).

\`\`\`mermaid
flowchart LR
${rooms.map((room) => drawRoom(room, [...slices.get(room)!].toSorted())).join('\n')}
${[...arrows]
  .toSorted()
  .map((arrow) => `  ${arrow}`)
  .join('\n')}
\`\`\`
`
}

type Place = { room: string; slice?: string }

function placeOf(path: string): Place | null {
  const [, room, slice] = /^server\/src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? []
  return room && rooms.includes(room) ? { room, ...(slice && { slice }) } : null
}

function drawRoom(room: string, slices: string[]): string {
  if (slices.length === 0) return `  ${room}`
  return [`  subgraph ${room}`, ...slices.map((slice) => `    ${idOf({ room, slice })}["${slice}"]`), '  end'].join(
    '\n',
  )
}

function idOf({ room, slice = '' }: Place): string {
  return `${room}_${slice}`.replaceAll('-', '_')
}
