import type { ImportType } from '@alumni/shared/exchange/imports'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'

/** Former addresses of imports; bookmarks and letters still lead there. */
const oldHomes: Record<string, ImportType> = {
  '/settings/contact_imports': 'contacts',
  '/settings/education_imports': 'educations',
  '/settings/area_of_study_imports': 'areas-of-study',
  '/settings/employment_imports': 'employment',
  '/settings/crm/imports': 'contacts',
  '/settings/crm_imports': 'contacts',
}

/** Paths under an old home → paths under the new one; each may end in a slash. */
const equivalents: [old: RegExp, now: string][] = [
  [/^(new)?$/, ''],
  [/^(\d+)$/, '/batches/$1'],
  [/^(\d+)\/status$/, '/batches/$1/status'],
  [/^(\d+)\/gaps\.csv$/, '/batches/$1/issues.csv'],
]

export function oldImportUrls(app: App): void {
  const moved = (old: string, to: (rest: string) => string | undefined) => {
    const redirect = (request: FastifyRequest, reply: FastifyReply) => {
      const { '*': rest = '' } = request.params as { '*'?: string }
      const target = to(rest.replace(/\/$/, ''))
      return target === undefined ? reply.callNotFound() : reply.redirect(target, 301)
    }
    app.get(old, { constraints: onInternal }, redirect)
    app.get(`${old}/*`, { constraints: onInternal }, redirect)
  }
  for (const [old, type] of Object.entries(oldHomes)) {
    moved(old, (rest) => {
      const found = equivalents.find(([pattern]) => pattern.test(rest))
      return found && `/settings/imports/${type}${rest.replace(...found)}`
    })
  }
  moved('/settings/alumni', (rest) => (rest === '' ? '/settings/reports/alumni_without_degrees' : undefined))
}
