import { Events, OAuth2Server, type MutableToken } from 'oauth2-mock-server'
import type { GoogleProvider } from '../src/foundations/context.ts'
import { runAtEnd } from './run-at-end.ts'
import type { Browser } from './browser.ts'

export const googleEnv = { GOOGLE_CLIENT_ID: 'our-client', GOOGLE_CLIENT_SECRET: 'our secret' }

export type GoogleAccount = {
  sub: string
  email?: string
  email_verified?: unknown
  hd?: string
  given_name?: string
  family_name?: string
} & Record<string, unknown>

/** Starts an OAuth server in place of Google. */
export async function startGoogle() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  runAtEnd(() => server.stop())
  let account: GoogleAccount = { sub: 'nobody' }
  server.service.on(Events.BeforeTokenSigning, (token: MutableToken) => void Object.assign(token.payload, account))
  const base = server.issuer.url!
  const provider: GoogleProvider = {
    authorizationURL: `${base}/authorize`,
    tokenURL: `${base}/token`,
    issuer: base,
  }
  return {
    provider,
    server,
    /** Consents as this person and returns the address to which Google redirects the browser. */
    async agree(location: string, as: GoogleAccount): Promise<string> {
      account = as
      const reply = await fetch(location, { redirect: 'manual' })
      const { pathname, search } = new URL(reply.headers.get('location')!)
      return pathname + search
    },
    /** Presses the button, consents and returns to the site. */
    async signIn(
      browser: Browser,
      as: GoogleAccount,
      fields: Record<string, string> = {},
      button = '/auth/signup_google',
    ) {
      const { headers } = await browser.submit(button, fields)
      return browser.visit(await this.agree(headers.location!, as), { headers: { 'sec-fetch-site': 'cross-site' } })
    },
  }
}
