import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { App } from '../context.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Allows the reply's own style elements under its Content-Security-Policy. */
    styleNonce: string
  }
}

/** Every reply is private and locked down; what may be cached or framed says so itself. */
export function securityHeaders(app: App, config: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const policy = contentSecurityPolicy(config)
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.styleNonce = randomBytes(16).toString('base64url')
    reply.headers(constantHeaders).header('content-security-policy', policy(reply.styleNonce))
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=63072000')
  }
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply))
  return setHeaders
}

function contentSecurityPolicy(config: Config): (nonce: string) => string {
  const logo = config.institution.logo_url ? ` ${new URL(config.institution.logo_url).origin}` : ''
  const before = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-`
  const after = `'; img-src 'self' data:${logo}; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return (nonce) => before + nonce + after
}

const noFeatures = ['accelerometer', 'autoplay', 'camera', 'display-capture', 'fullscreen', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'window-management', 'xr-spatial-tracking']

export const constantHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': noFeatures.map((feature) => `${feature}=()`).join(', '),
}
