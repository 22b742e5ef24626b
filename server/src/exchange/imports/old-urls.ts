import type { ImportType } from '@alumni/shared/exchange/imports'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'

const oldBases: Record<string, ImportType> = {
  '/settings/contact_imports': 'contacts',
  '/settings/education_imports': 'educations',
  '/settings/area_of_study_imports': 'areas-of-study',
  '/settings/employment_imports': 'employment',
  '/settings/crm/imports': 'contacts',
  '/settings/crm_imports': 'contacts',
}

const pathMappings: [old: RegExp, now: string][] = [
  [/^(new)?$/, ''],
  [/^(\d+)$/, '/batches/$1'],
  [/^(\d+)\/status$/, '/batches/$1/status'],
  [/^(\d+)\/gaps\.csv$/, '/batches/$1/issues.csv'],
]

export function oldUrlRoutes(app: App): void {
  const redirectAll = (base: string, mapPath: (rest: string) => string | undefined) => {
    const redirect = (request: FastifyRequest, reply: FastifyReply) => {
      const { '*': rest = '' } = request.params as { '*'?: string }
      const target = mapPath(rest.replace(/\/$/, ''))
      return target === undefined ? reply.callNotFound() : reply.redirect(target, 301)
    }
    app.get(base, { constraints: onInternal }, redirect)
    app.get(`${base}/*`, { constraints: onInternal }, redirect)
  }
  for (const [old, type] of Object.entries(oldBases)) {
    redirectAll(old, (rest) => {
      const found = pathMappings.find(([pattern]) => pattern.test(rest))
      return found && `/settings/imports/${type}${rest.replace(...found)}`
    })
  }
  redirectAll('/settings/alumni', (rest) => (rest === '' ? '/settings/reports/alumni_without_degrees' : undefined))
}
