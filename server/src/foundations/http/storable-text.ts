import type { App } from '../context.ts'
import { HttpError, unstorableSentence } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers itself for text that cannot be stored, by row or by field. */
    takesAnyText?: boolean
  }
}

/** No body of ours has as many levels; thousands end the stack of whoever goes through them. */
const maxDepth = 50

/** Refuses bodies of too many levels, and with text that PostgreSQL does not take (NUL, half a surrogate pair) before anything is done with them. */
export function storableText(app: App): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (isStorable(body) || routeOptions.config.takesAnyText) return
    const members = typeof body === 'object' ? Object.entries(body ?? {}) : []
    const fields = members.filter(([name, value]) => isStorable(name) && !isStorable(value))
    throw new HttpError(400, unstorableSentence, {
      fields: Object.fromEntries(fields.map(([name]) => [name, unstorableSentence])),
    })
  })
}

function isStorable(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) throw new HttpError(400, 'The body is nested too deeply.')
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member, depth + 1))
}
