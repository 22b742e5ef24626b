import { recordedListsQuery } from '@alumni/shared/alumni/recorded-lists'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch, shell } from './base.ts'

const tools = createRoute({
  getParentRoute: () => shell,
  path: '/tools',
  component: lazyRouteComponent(() => import('../../shell/section-pages.tsx'), 'ToolsPage'),
})

const batchSearch = createRoute({
  getParentRoute: () => shell,
  path: '/tools/batch_search',
  component: lazyRouteComponent(() => import('../../alumni/batch-search/batch-search-page.tsx'), 'BatchSearchPage'),
})

const eventConverter = createRoute({
  getParentRoute: () => shell,
  path: '/tools/event_converter',
  component: lazyRouteComponent(
    () => import('../../exchange/event-converter/event-converter-page.tsx'),
    'EventConverterPage',
  ),
})

const recordedLists = createRoute({
  getParentRoute: () => shell,
  path: '/tools/recorded_lists',
  validateSearch: recordedListsQuery.extend({
    ...listSearch,
    by: recordedListsQuery.shape.by.unwrap().optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => import('../../alumni/recorded-lists/recorded-lists-page.tsx'),
    'RecordedListsPage',
  ),
})

/** Work with many people at once. */
export const toolRoutes = [tools, batchSearch, eventConverter, recordedLists] as const
