import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../src/foundations/process/config.ts'
import { fetchedTools } from '../testing/fetched-tools.ts'

type Command = { child: ChildProcess; result: Promise<{ code: number | null; output: string }> }

export class Backups {
  readonly #env: NodeJS.ProcessEnv
  readonly #folder: string
  readonly #begun: Command[] = []

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = join(folder, 'backups')
    this.#env = { ...env, BACKUP_URL: pathToFileURL(this.#folder).href, PG_BIN: fetchedTools.postgresql[18] }
  }

  /** Starts a backup, which continues during further faults; returns a function that kills it. */
  begin(): () => void {
    const command = this.#run('backup.ts')
    this.#begun.push(command)
    return () => void command.child.kill('SIGKILL')
  }

  /**
   * Each backup must be completed, killed or refused with one sentence. Finally makes one more backup and restores it.
   */
  async audit(): Promise<string[]> {
    const findings: string[] = []
    for (const { child, result } of this.#begun) {
      const { code, output } = await result
      const isReported = code === 1 && output.trim().split('\n').length === 1
      if (code !== 0 && child.signalCode !== 'SIGKILL' && !isReported)
        findings.push(`backup: ended with ${code}: ${output}`)
    }
    if (this.#begun.length === 0) return findings
    const last = await this.#run('backup.ts').result
    const id = /^Backup (\S+) is complete/m.exec(last.output)?.[1]
    if (last.code !== 0 || !id) return [...findings, `backup: none could be made afterwards: ${last.output}`]
    const restored = await this.#run('restore.ts', id, '--check').result
    if (restored.code !== 0) findings.push(`backup: ${id} cannot be restored: ${restored.output}`)
    return findings
  }

  async stop(): Promise<void> {
    for (const { child, result } of this.#begun) {
      child.kill('SIGKILL')
      await result
    }
  }

  #run(command: string, ...args: string[]): Command {
    mkdirSync(this.#folder, { recursive: true })
    const path = join(projectRoot, 'server/src/commands', command)
    const child = spawn(process.execPath, [path, ...args], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'exit') as Promise<[number | null]>
    const result = Promise.all([ended, text(child.stdout), text(child.stderr)])
    return { child, result: result.then(([[code], out, err]) => ({ code, output: out + err })) }
  }
}
