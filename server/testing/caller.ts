import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import type { App } from '../src/foundations/context.ts'
import type { StaffUser } from '../src/staff/accounts/staff-user.ts'

type Options = Omit<InjectOptions, 'method' | 'url'>

/** Sends requests like a browser: with a cookie, from pages of the site. */
export class Caller {
  readonly #app: App
  readonly #headers: Record<string, string>
  /** Null if no one is signed in. */
  readonly user: StaffUser | null

  constructor(app: App, headers: Record<string, string>, user: StaffUser | null) {
    this.#app = app
    this.#headers = headers
    this.user = user
  }

  /** `options.headers` override the caller's headers. */
  request(options: InjectOptions): Promise<Response> {
    return this.#app.inject({
      ...options,
      headers: { ...this.#headers, ...options.headers },
    } as never) as unknown as Promise<Response>
  }

  get(url: string, options: Options = {}): Promise<Response> {
    return this.request({ ...options, method: 'GET', url })
  }

  /** Navigates like a click on a link. */
  visit(url: string, options: Options = {}): Promise<Response> {
    const headers = {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'sec-fetch-mode': 'navigate',
      ...options.headers,
    }
    return this.request({ ...options, method: 'GET', url, headers })
  }

  post(url: string, body?: unknown, options: Options = {}): Promise<Response> {
    return this.request({ ...options, method: 'POST', url, ...(body === undefined ? {} : { payload: body as object }) })
  }

  /** Submits a form like a page without scripts. */
  submit(url: string, fields: Record<string, string> | URLSearchParams, options: Options = {}): Promise<Response> {
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...options.headers }
    return this.request({ ...options, method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers })
  }

  /** Returns the same caller with other or additional headers. */
  with(headers: Record<string, string>): Caller {
    return new Caller(this.#app, { ...this.#headers, ...headers }, this.user)
  }
}
