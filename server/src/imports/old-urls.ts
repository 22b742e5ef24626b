import type { ImportType } from '@alumni/shared/imports'
import type { App } from '../context.ts'
import { onInternal } from '../hosts/site.ts'

/** Where imports lived before; bookmarks and letters still lead there. */
const oldHomes: Record<string, ImportType> = {
  '/settings/contact_imports': 'contacts',
  '/settings/education_imports': 'educations',
  '/settings/area_of_study_imports': 'areas-of-study',
  '/settings/employment_imports': 'employment',
  '/settings/crm/imports': 'contacts',
  '/settings/crm_imports': 'contacts',
}

export function oldImportUrls(app: App): void {
  for (const [old, type] of Object.entries(oldHomes)) {
    const home = `/settings/imports/${type}`
    const moved = (url: string, to: (id: string) => string) =>
      app.get<{ Params: { id?: string } }>(url, { constraints: onInternal }, (request, reply) =>
        reply.redirect(to(request.params.id ?? ''), 301),
      )
    moved(old, () => home)
    moved(`${old}/new`, () => home)
    moved(`${old}/:id(^\\d+$)`, (id) => `${home}/batches/${id}`)
    moved(`${old}/:id(^\\d+$)/status`, (id) => `${home}/batches/${id}/status`)
    moved(`${old}/:id(^\\d+$)/gaps.csv`, (id) => `${home}/batches/${id}/issues.csv`)
  }
  app.get('/settings/alumni', { constraints: onInternal }, (_request, reply) =>
    reply.redirect('/settings/reports/alumni_without_degrees', 301),
  )
}
