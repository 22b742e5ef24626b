import { useRef } from 'react'

type Sample = { at: number; done: number }
const windowMs = 20_000

/** Rows per second over the last seconds, from what this page has seen; null until there is enough to tell. */
export function useRate(phase: string, done: number, updatedAt: string): number | null {
  const seen = useRef<{ phase: string; samples: Sample[] }>({ phase, samples: [] })
  if (seen.current.phase !== phase) seen.current = { phase, samples: [] }
  const { samples } = seen.current
  const at = Date.parse(updatedAt)
  const last = samples.at(-1)
  if (!last || (done > last.done && at > last.at)) samples.push({ at, done })
  while (samples.length > 2 && at - (samples[0]?.at ?? at) > windowMs) samples.shift()
  return rateOf(samples)
}

function rateOf(samples: readonly Sample[]): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 1500) return null
  return ((last.done - first.done) / (last.at - first.at)) * 1000
}
