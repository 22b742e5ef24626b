import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { readSearchWords } from '../../alumni/search/search-words.ts'
import { statisticsSearch } from '../../alumni/statistics/queries.ts'
import { shell } from './base.ts'

const search = createRoute({
  getParentRoute: () => shell,
  path: '/alumni_search',
  validateSearch: readSearchWords,
  component: lazyRouteComponent(() => import('../search-home.tsx'), 'SearchHome'),
})

const savedSearches = createRoute({
  getParentRoute: () => shell,
  path: '/alumni_search/saved',
  component: lazyRouteComponent(() => import('../../alumni/search/saved-searches-page.tsx'), 'SavedSearchesPage'),
})

const alumnus = createRoute({
  getParentRoute: () => shell,
  path: '/alumni/$id',
  validateSearch: z.object({
    tab: z.enum(['history']).optional().catch(undefined),
    activity: z.string().max(100).optional().catch(undefined),
    year: z.coerce.number().int().min(2).max(9998).optional().catch(undefined),
    page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('../../alumni/record/alumnus-page.tsx'), 'AlumnusPage'),
})

const statistics = createRoute({
  getParentRoute: () => shell,
  path: '/engagement_stats',
  validateSearch: statisticsSearch,
  component: lazyRouteComponent(() => import('../../alumni/statistics/statistics-page.tsx'), 'StatisticsPage'),
})

/** The alumni, and what is counted of them. */
export const alumniRoutes = [search, savedSearches, alumnus, statistics] as const
