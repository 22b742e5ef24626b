import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type Fault =
  /** Delays each byte in both directions. */
  | { kind: 'latency'; ms: number }
  /** Resets existing and new connections. */
  | { kind: 'reset' }
  /** Accepts connections, but passes no bytes in either direction. */
  | { kind: 'blackhole' }
  /** The far end has closed without notice to the near end, and bytes of the near end vanish. New connections work. */
  | { kind: 'half-open' }

type Pair = { near: Socket; far: Socket; isVanished: boolean }

/** A TCP proxy that fails on request like a balancer, a firewall or a cable, and can change its target. */
export class FaultyLink {
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #fault: Fault | undefined
  /** The target of new connections. */
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

  /** Replaces the host and port of `url` with those of this link. */
  redirect(url: string): string {
    const changed = new URL(url)
    changed.hostname = '127.0.0.1'
    changed.port = String(this.port)
    return changed.href
  }

  /** Number of connections that are open for the near end. */
  get connections(): number {
    return this.#pairs.size
  }

  /** Starts a fault and ends the previous one. */
  startFault(fault: Fault): void {
    this.end()
    this.#fault = fault
    if (fault.kind === 'reset') this.#cutAll()
    if (fault.kind === 'half-open')
      for (const pair of this.#pairs) {
        pair.isVanished = true
        pair.far.destroy()
      }
    if (fault.kind === 'blackhole')
      for (const { near, far } of this.#pairs) [near, far].forEach((stopFault) => stopFault.pause())
  }

  /** Ends the fault: bytes stopped by a blackhole arrive late, and half-open connections remain half-open. */
  end(): void {
    const wasBlack = this.#fault?.kind === 'blackhole'
    this.#fault = undefined
    if (wasBlack) for (const { near, far } of this.#pairs) [near, far].forEach((end) => end.resume())
  }

  /** Changes the target and cuts all connections. */
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
    const remove = () => {
      near.destroy()
      pair.far.destroy()
      this.#pairs.delete(pair)
    }
    this.#carry(pair, near, pair.far)
    this.#carry(pair, pair.far, near)
    near.on('error', () => undefined).on('close', remove)
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
    const resume = () => this.#fault?.kind === 'blackhole' || from.resume()
    from.on('data', (bytes) => pass(() => void (to.write(bytes) || (from.pause(), to.once('drain', resume)))))
    from.on('end', () => pass(() => void to.end()))
  }

  #cutAll(): void {
    for (const { near, far } of this.#pairs) [near, far].forEach(cut)
  }
}

/** Resetting a socket that is being shut down fails, and then Node 24 never exits. */
function cut(end: Socket): void {
  if (end.writableEnded) end.destroy()
  else end.resetAndDestroy()
}
