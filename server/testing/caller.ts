import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import type { App } from '../src/foundations/context.ts'
import type { StaffUser } from '../src/staff/accounts/staff-user.ts'

type Options = Omit<InjectOptions, 'method' | 'url'>

/** Sends requests as one person's browser does: with their cookie, from the site's own pages. */
export class Caller {
  readonly #app: App
  readonly #headers: Record<string, string>
  /** Null for someone who is not signed in. */
  readonly user: StaffUser | null

  constructor(app: App, headers: Record<string, string>, user: StaffUser | null) {
    this.#app = app
    this.#headers = headers
    this.user = user
  }

  /** Any request; the caller's headers come first and can be overridden. */
  request(options: InjectOptions): Promise<Response> {
    return this.#app.inject({
      ...options,
      headers: { ...this.#headers, ...options.headers },
    } as never) as unknown as Promise<Response>
  }

  /** Asks for JSON. */
  get(url: string, options: Options = {}): Promise<Response> {
    return this.request({ ...options, method: 'GET', url })
  }

  /** Navigates there, as a click on a link does. */
  visit(url: string, options: Options = {}): Promise<Response> {
    const headers = {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'sec-fetch-mode': 'navigate',
      ...options.headers,
    }
    return this.request({ ...options, method: 'GET', url, headers })
  }

  /** Posts JSON; without a body, nothing. */
  post(url: string, body?: unknown, options: Options = {}): Promise<Response> {
    return this.request({ ...options, method: 'POST', url, ...(body === undefined ? {} : { payload: body as object }) })
  }

  /** Posts a form, as a page without script does. */
  submit(url: string, fields: Record<string, string> | URLSearchParams, options: Options = {}): Promise<Response> {
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...options.headers }
    return this.request({ ...options, method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers })
  }

  /** The same person with other or additional headers. */
  with(headers: Record<string, string>): Caller {
    return new Caller(this.#app, { ...this.#headers, ...headers }, this.user)
  }
}
