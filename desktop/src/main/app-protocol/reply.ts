export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Headers that make a reply harmless if it is opened as a page. */
export const dataHeaders = {
  ...securityHeaders,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
}

export function createReply(status: number, json?: unknown, retryAfter?: string | null): Response {
  const headers = { ...dataHeaders, ...(retryAfter ? { 'retry-after': retryAfter } : {}) }
  const isEmpty = json === undefined || status === 204 || status === 304
  return isEmpty ? new Response(null, { status, headers }) : Response.json(json, { status, headers })
}
