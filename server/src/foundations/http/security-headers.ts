import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Allows style elements with the returned nonce in the reply's Content-Security-Policy. */
    allowStyles(): string
  }
}

/** Returns a function that sets the headers of replies that skip the hooks. */
export function addSecurityHeaders(app: App, config: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const policy = createPolicy(config)
  const headers = buildHeaders(config)
  const allowStyles = function (this: FastifyReply) {
    const nonce = randomBytes(16).toString('base64url')
    this.header('content-security-policy', policy(nonce))
    return nonce
  }
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.allowStyles = allowStyles
    reply.headers(headers)
    if (request.protocol === 'https') reply.headers(transportSecurity)
  }
  app.decorateReply('allowStyles', allowStyles)
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply))
  return setHeaders
}

function buildHeaders(config: Config): Record<string, string> {
  return { ...constantHeaders, 'content-security-policy': createPolicy(config)() }
}

const transportSecurity = { 'strict-transport-security': 'max-age=63072000' }

/** Returns the security headers for replies to data that is not a valid request. */
export function buildHeadersWithoutRequest(config: Config): Record<string, string> {
  return { ...buildHeaders(config), ...(config.PUBLIC_URL.startsWith('https:') ? transportSecurity : {}) }
}

function createPolicy(config: Config): (styleNonce?: string) => string {
  const logo = config.institution.logo_url ? ` ${new URL(config.institution.logo_url).origin}` : ''
  // Google is allowed, because browsers also apply `form-action` to redirects after a form submission.
  const google = config.GOOGLE_CLIENT_ID ? ' https://accounts.google.com' : ''
  const others = `img-src 'self' data:${logo}; font-src 'self'; connect-src 'self'; form-action 'self'${google}; base-uri 'none'; frame-ancestors 'none'`
  return (nonce) =>
    `default-src 'none'; script-src 'self'; style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}; ${others}`
}

const staffFeatures = ['camera', 'publickey-credentials-create', 'publickey-credentials-get']
const noFeatures = [
  'publickey-credentials-create',
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const constantHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': buildPermissionsPolicy(),
}

function buildPermissionsPolicy(allowed: string[] = []): string {
  return noFeatures.map((feature) => `${feature}=${allowed.includes(feature) ? '(self)' : '()'}`).join(', ')
}

/** The staff app uses passkeys, and the camera to scan codes at the door of an event. */
export const staffHeaders = { 'permissions-policy': buildPermissionsPolicy(staffFeatures) }
