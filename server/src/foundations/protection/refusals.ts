import type { Refusal } from '../http/refusal.ts'
import type { Limit } from './limits.ts'
import type { Ban } from './offences.ts'

/** `waitMs` is what remains of the window. */
export function throttled({ name, max, windowMs }: Limit, address: string, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return {
    tag: '[throttle]',
    facts: { limit: name, address },
    problem: {
      status: 429,
      body: { error: `That was too often. Try again in ${inWords(seconds)}.`, retry_after: seconds },
      headers: {
        'retry-after': String(seconds),
        ratelimit: `"${name}";r=0;t=${seconds}`,
        'ratelimit-policy': `"${name}";q=${max};w=${windowMs / 1000}`,
      },
    },
  }
}

export function banned({ address, until }: Ban): Refusal {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000))
  return {
    tag: '[fail2ban]',
    facts: { address },
    problem: {
      status: 403,
      body: {
        error: `Your network address went over our limits again and again and is locked out for ${inWords(seconds)}.`,
      },
      headers: { 'retry-after': String(seconds) },
    },
  }
}

export function blocked(rule: string, address: string): Refusal {
  return {
    tag: '[blocklist]',
    facts: { rule, address },
    problem: { status: 403, body: { error: 'This is not served here.' }, headers: {} },
  }
}

function inWords(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
