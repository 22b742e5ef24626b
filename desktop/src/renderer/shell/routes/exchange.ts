import { conflictsQuery, crmChangesQuery } from '@alumni/shared/exchange/crm'
import { givingQuery } from '@alumni/shared/exchange/giving'
import { importRowsQuery, importType } from '@alumni/shared/exchange/imports'
import { createRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { checkId, listSearch, page, shell } from './base.ts'

function checkType({ type }: { type: string }) {
  if (!importType.safeParse(type).success) throw notFound()
}

const historySearch = z.object({ page: listSearch.page })

const importOfType = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports/$type',
  beforeLoad: ({ params }) => checkType(params),
  validateSearch: historySearch,
  component: lazyComponent(() => import('../../exchange/imports/type-page.tsx'), 'ImportTypePage'),
})

const batch = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports/$type/batches/$id',
  beforeLoad: ({ params }) => {
    checkType(params)
    checkId(params)
  },
  validateSearch: importRowsQuery.extend(listSearch),
  component: lazyComponent(() => import('../../exchange/imports/batch-page.tsx'), 'ImportBatchPage'),
})

export const exchangeRoutes = [
  page('/settings/imports', () => import('../../exchange/imports/hub-page.tsx'), 'ImportHubPage'),
  importOfType,
  batch,
  page(
    '/settings/engagement_activities/import_giving',
    () => import('../../exchange/giving/giving-page.tsx'),
    'GivingPage',
    z.object({
      preview_id: givingQuery.shape.preview_id.catch(undefined),
      page: listSearch.page,
    }),
  ),
  page(
    '/settings/crm/conflicts',
    () => import('../../exchange/crm/conflicts-page.tsx'),
    'ConflictsPage',
    conflictsQuery.extend({
      ...listSearch,
      state: conflictsQuery.shape.state.unwrap().optional().catch(undefined),
    }),
  ),
  page(
    '/settings/crm/crm_changes',
    () => import('../../exchange/crm/changes-page.tsx'),
    'ChangesPage',
    crmChangesQuery.extend(listSearch),
  ),
  page(
    '/tools/event_converter',
    () => import('../../exchange/event-converter/event-converter-page.tsx'),
    'EventConverterPage',
  ),
] as const
