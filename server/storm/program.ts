import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'

export class Program {
  readonly name: string
  readonly #args: string[]
  readonly #env: NodeJS.ProcessEnv
  readonly #log: string
  #child: ChildProcess | undefined
  hasEnded = false

  constructor(name: string, { args, env, log }: { args: string[]; env: NodeJS.ProcessEnv; log: string }) {
    this.name = name
    this.#args = args
    this.#env = env
    this.#log = log
  }

  /** Resolves when the server replies; a worker takes jobs soon after. */
  async start(waitsForWord: boolean): Promise<void> {
    const log = openSync(this.#log, 'a')
    const child = spawn(process.execPath, this.#args, { env: this.#env, stdio: ['ignore', log, log, 'ipc'] })
    closeSync(log)
    this.#child = child
    const ended = once(child, 'exit').then(([code]) => {
      this.hasEnded ||= this.#child === child
      throw new Error(`${this.name} ended by itself (${code}): ${readFileSync(this.#log, 'utf8').slice(-1000)}`)
    })
    ended.catch(() => undefined)
    if (waitsForWord) await Promise.race([once(child, 'message'), ended])
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    // The maximum time for a server to finish its requests.
    const patience = setTimeout(() => child.kill('SIGKILL'), 75_000)
    await gone
    clearTimeout(patience)
  }
}
