import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type Fault =
  /** Each byte arrives so much later, in both directions. */
  | { kind: 'latency'; ms: number }
  /** Connections are cut with a reset; new ones, too. */
  | { kind: 'reset' }
  /** Connections stand and new ones are taken, but not one byte passes, in neither direction. */
  | { kind: 'blackhole' }
  /** The far end has closed; the near end is never told, and what it sends vanishes. New connections work. */
  | { kind: 'half-open' }

type Pair = { near: Socket; far: Socket; isVanished: boolean }

/**
 * A TCP proxy between two parts of the system whose link goes wrong on request, and which can lead elsewhere: what a
 * balancer, a firewall or a cable does.
 */
export class FaultyLink {
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #fault: Fault | undefined
  /** Where new connections lead; those that stand stay where they are. */
  target: { host: string; port: number }

  private constructor(target: { host: string; port: number }) {
    this.target = target
    this.#server = createServer({ allowHalfOpen: true }, (near) => this.#join(near))
  }

  static async open(port: number, host = '127.0.0.1'): Promise<FaultyLink> {
    const link = new FaultyLink({ host, port })
    link.#server.listen(0, '127.0.0.1')
    await once(link.#server, 'listening')
    return link
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** `url` with this link's address in place of its own. */
  through(url: string): string {
    const changed = new URL(url)
    changed.hostname = '127.0.0.1'
    changed.port = String(this.port)
    return changed.href
  }

  /** How many connections the near end believes to have. */
  get connections(): number {
    return this.#pairs.size
  }

  /** Begins a fault; it ends the one before. */
  begin(fault: Fault): void {
    this.end()
    this.#fault = fault
    if (fault.kind === 'reset') this.#cutAll()
    if (fault.kind === 'half-open')
      for (const pair of this.#pairs) {
        pair.isVanished = true
        pair.far.destroy()
      }
    if (fault.kind === 'blackhole') for (const { near, far } of this.#pairs) [near, far].forEach((end) => end.pause())
  }

  /** The link is whole again: what a blackhole has swallowed arrives late, what is half open stays so. */
  end(): void {
    const wasBlack = this.#fault?.kind === 'blackhole'
    this.#fault = undefined
    if (wasBlack) for (const { near, far } of this.#pairs) [near, far].forEach((end) => end.resume())
  }

  /** Leads to another target: all that stands is cut. */
  moveTo(port: number, host = '127.0.0.1'): void {
    this.target = { host, port }
    this.#cutAll()
  }

  async close(): Promise<void> {
    this.#cutAll()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(near: Socket): void {
    if (this.#fault?.kind === 'reset') return cut(near.on('error', () => undefined))
    const pair: Pair = { near, far: connect({ ...this.target, allowHalfOpen: true }), isVanished: false }
    this.#pairs.add(pair)
    const forget = () => {
      near.destroy()
      pair.far.destroy()
      this.#pairs.delete(pair)
    }
    this.#carry(pair, near, pair.far)
    this.#carry(pair, pair.far, near)
    near.on('error', () => undefined).on('close', forget)
    pair.far.on('error', () => pair.isVanished || cut(near))
    if (this.#fault?.kind === 'blackhole') [near, pair.far].forEach((end) => end.pause())
  }

  #carry(pair: Pair, from: Socket, to: Socket): void {
    const pass = (work: () => void) => {
      const later = this.#fault?.kind === 'latency' ? this.#fault.ms : 0
      const pass = () => pair.isVanished || to.destroyed || work()
      if (later > 0) setTimeout(pass, later)
      else pass()
    }
    const goOn = () => this.#fault?.kind === 'blackhole' || from.resume()
    from.on('data', (bytes) => pass(() => void (to.write(bytes) || (from.pause(), to.once('drain', goOn)))))
    from.on('end', () => pass(() => void to.end()))
  }

  #cutAll(): void {
    for (const { near, far } of this.#pairs) [near, far].forEach(cut)
  }
}

/** A reset of a socket that is being shut down fails, and Node 24 then never ends. */
function cut(end: Socket): void {
  if (end.writableEnded) end.destroy()
  else end.resetAndDestroy()
}
