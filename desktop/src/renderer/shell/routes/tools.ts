import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './base.ts'

const tools = createRoute({
  getParentRoute: () => shell,
  path: '/tools',
  component: lazyRouteComponent(() => import('../../shell/section-pages.tsx'), 'ToolsPage'),
})

const batchSearch = createRoute({
  getParentRoute: () => shell,
  path: '/tools/batch_search',
  component: lazyRouteComponent(() => import('../../batch-search/batch-search-page.tsx'), 'BatchSearchPage'),
})

const eventConverter = createRoute({
  getParentRoute: () => shell,
  path: '/tools/event_converter',
  component: lazyRouteComponent(() => import('../../event-converter/event-converter-page.tsx'), 'EventConverterPage'),
})

/** Work with many people at once. */
export const toolRoutes = [tools, batchSearch, eventConverter] as const
