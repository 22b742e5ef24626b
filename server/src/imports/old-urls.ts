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
    moved(app, old, () => home)
    moved(app, `${old}/new`, () => home)
    moved(app, `${old}/:id(^\\d+$)`, (id) => `${home}/batches/${id}`)
    moved(app, `${old}/:id(^\\d+$)/status`, (id) => `${home}/batches/${id}/status`)
    moved(app, `${old}/:id(^\\d+$)/gaps.csv`, (id) => `${home}/batches/${id}/issues.csv`)
  }
  moved(app, '/settings/alumni', () => '/settings/reports/alumni_without_degrees')
}

function moved(app: App, old: string, to: (id: string) => string): void {
  for (const url of [old, `${old}/`])
    app.get<{ Params: { id?: string } }>(url, { constraints: onInternal }, (request, reply) =>
      reply.redirect(to(request.params.id ?? ''), 301),
    )
}
