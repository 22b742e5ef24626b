import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { Caller } from './caller.ts'

/** Stores cookies between requests to the alumni's site, like a browser. */
export class Browser {
  readonly #caller: Caller
  readonly cookies = new Map<string, string>()

  constructor(caller: Caller) {
    this.#caller = caller
  }

  visit(url: string, options: Omit<InjectOptions, 'method' | 'url'> = {}): Promise<Response> {
    return this.#keep((caller) => caller.visit(url, options))
  }

  submit(url: string, fields: Record<string, string> | URLSearchParams): Promise<Response> {
    return this.#keep((caller) => caller.submit(url, fields))
  }

  async #keep(ask: (caller: Caller) => Promise<Response>): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await ask(cookie ? this.#caller.with({ cookie }) : this.#caller)
    for (const { name, value, maxAge, expires } of reply.cookies as {
      name: string
      value: string
      maxAge?: number
      expires?: Date
    }[])
      if (maxAge === 0 || (expires && expires <= new Date())) this.cookies.delete(name)
      else this.cookies.set(name, value)
    return reply
  }
}
