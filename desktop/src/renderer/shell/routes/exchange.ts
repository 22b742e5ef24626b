import { conflictsQuery, crmChangesQuery } from '@alumni/shared/exchange/crm'
import { givingQuery } from '@alumni/shared/exchange/giving'
import { importRowsQuery, importType } from '@alumni/shared/exchange/imports'
import { createRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { loadedLater } from '../../ui/table/loaded-later.ts'
import { knownId, listSearch, shell } from './base.ts'

function knownType({ type }: { type: string }) {
  if (!importType.safeParse(type).success) throw notFound()
}

const imports = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports',
  component: loadedLater(() => import('../../exchange/imports/hub-page.tsx'), 'ImportHubPage'),
})

const historySearch = z.object({ page: listSearch.page })

const importOfType = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports/$type',
  beforeLoad: ({ params }) => knownType(params),
  validateSearch: historySearch,
  component: loadedLater(() => import('../../exchange/imports/type-page.tsx'), 'ImportTypePage'),
})

const batch = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports/$type/batches/$id',
  beforeLoad: ({ params }) => {
    knownType(params)
    knownId(params)
  },
  validateSearch: importRowsQuery.extend(listSearch),
  component: loadedLater(() => import('../../exchange/imports/batch-page.tsx'), 'ImportBatchPage'),
})

const givingImport = createRoute({
  getParentRoute: () => shell,
  path: '/settings/engagement_activities/import_giving',
  validateSearch: z.object({
    preview_id: givingQuery.shape.preview_id.catch(undefined),
    page: listSearch.page,
  }),
  component: loadedLater(() => import('../../exchange/giving/giving-page.tsx'), 'GivingPage'),
})

const conflicts = createRoute({
  getParentRoute: () => shell,
  path: '/settings/crm/conflicts',
  validateSearch: conflictsQuery.extend({
    ...listSearch,
    state: conflictsQuery.shape.state.unwrap().optional().catch(undefined),
  }),
  component: loadedLater(() => import('../../exchange/crm/conflicts-page.tsx'), 'ConflictsPage'),
})

const crmChanges = createRoute({
  getParentRoute: () => shell,
  path: '/settings/crm/crm_changes',
  validateSearch: crmChangesQuery.extend(listSearch),
  component: loadedLater(() => import('../../exchange/crm/changes-page.tsx'), 'ChangesPage'),
})

const eventConverter = createRoute({
  getParentRoute: () => shell,
  path: '/tools/event_converter',
  component: loadedLater(() => import('../../exchange/event-converter/event-converter-page.tsx'), 'EventConverterPage'),
})

/** Routes for data from the CRM and to it. */
export const exchangeRoutes = [
  imports,
  importOfType,
  batch,
  givingImport,
  conflicts,
  crmChanges,
  eventConverter,
] as const
