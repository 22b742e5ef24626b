import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A request; attempts at the same thing have the same `key`. */
export type Asked = { type: 'asked'; id: number; kind: string; key: string; at: number; server: number; facts?: Facts }
type Facts = Record<string, string | number>
/** `status` is null if no reply came. */
export type Answered = { type: 'answered'; id: number; at: number; status: number | null; problem?: string }
/** `may` lists the symptoms that are allowed from `from` until a little after `to`. */
export type Broken = {
  type: 'fault'
  nth: number
  name: string
  of: string
  from: number
  to: number
  may: Allowance[]
}
/**
 * `no-answer-N`: server N breaks off connections. `letter-twice`: only the mail server has a record of a sent letter.
 * `no-room`: an upload is refused with 507.
 */
export type Allowance = 'no-answer-0' | 'no-answer-1' | 'letter-twice' | 'no-room'
export type Delivered = { type: 'letter'; to: string; subject: string; at: number }
export type Entry = Asked | Answered | Broken | Delivered

/** A file of JSON lines; each line is written before its event continues. */
export class History {
  readonly #file: number
  #asked = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  add(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  ask(asked: Omit<Asked, 'type' | 'id' | 'at'>): number {
    const id = ++this.#asked
    this.add({ type: 'asked', id, at: now(), ...asked })
    return id
  }

  close(): void {
    closeSync(this.#file)
  }
}

export function readHistory(path: string): Entry[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Entry)
}

/** Milliseconds since 1970 that never decrease. */
export function now(): number {
  return Math.round(performance.timeOrigin + performance.now())
}

export function faultsIn(history: readonly Entry[]): Broken[] {
  const faults = history.filter((entry) => entry.type === 'fault')
  return [...new Map(faults.map((fault) => [fault.nth, fault])).values()]
}
