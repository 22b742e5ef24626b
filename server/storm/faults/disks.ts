import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Kind } from './fault.ts'

const noMount = 'nothing can be mounted here'

export const disks: Kind[] = [
  {
    name: 'the disk of the servers and workers is full',
    missing: ({ disk }) => (disk ? undefined : noMount),
    make: ({ disk }) => ({ of: 'disk', may: ['no-room'], begin: () => disk!.fill(), end: () => disk!.empty() }),
  },
  {
    name: 'the disk of PostgreSQL is full',
    missing: ({ databaseDisk }) => (databaseDisk ? undefined : noMount),
    make: (system) => ({
      of: 'PostgreSQL',
      may: ['letter-twice'],
      begin: () => system.databaseDisk!.fill(),
      async end() {
        await system.databaseDisk!.empty()
        // PostgreSQL ends if there is no room for its log.
        await system.database.start()
        system.moveToDatabase()
      },
    }),
  },
  {
    name: 'the disk of PostgreSQL is slow',
    missing: () => noStrace,
    make({ database }) {
      let strace: ChildProcess
      return {
        of: 'PostgreSQL',
        may: [],
        async begin() {
          await database.writeThrough(true)
          strace = slowDown(await database.pid())
        },
        async end() {
          const gone = once(strace, 'exit')
          strace.kill('SIGTERM')
          await gone
          await database.writeThrough(false)
        },
      }
    },
  },
]

const noStrace = (process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, 'strace')))
  ? undefined
  : 'there is no strace (Debian: apt-get install strace)'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Delays each disk flush by a fifth of a second, in all processes of PostgreSQL. */
function slowDown(postmaster: number): ChildProcess {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(/\s+/)
  const calls = 'fdatasync,fsync'
  const pids = [String(postmaster), ...children].flatMap((pid) => ['-p', pid])
  const args = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=200000`]
  return spawn('strace', [...args, ...pids], { stdio: 'ignore' })
}
