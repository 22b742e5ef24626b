import { catalogQuery } from '@alumni/shared/alumni/catalog'
import { classesQuery } from '@alumni/shared/alumni/classes'
import { recordedListsQuery } from '@alumni/shared/alumni/recorded-lists'
import {
  bouncedLettersQuery,
  duplicateEmailsQuery,
  lookAlikesQuery,
  withoutDegreesQuery,
} from '@alumni/shared/alumni/reports'
import { createRoute } from '@tanstack/react-router'
import { createElement } from 'react'
import { z } from 'zod'
import { SearchPage } from '../../alumni/search/search-page.tsx'
import { readSearchParams } from '../../alumni/search/search-params.ts'
import { statisticsSearch } from '../../alumni/statistics/queries.ts'
import { Morning } from '../../morning/morning.tsx'
import { listSearch, page, shell } from './base.ts'

const search = createRoute({
  getParentRoute: () => shell,
  path: '/alumni_search',
  validateSearch: readSearchParams,
  // Without a query, the search page shows the office's tasks.
  component: () => createElement(SearchPage, { start: createElement(Morning) }),
})

const catalogSearch = catalogQuery.extend({
  ...listSearch,
  college: catalogQuery.shape.college.catch(undefined),
  category: catalogQuery.shape.category.catch(undefined),
  active: catalogQuery.shape.active.catch(undefined),
})

export const alumniRoutes = [
  search,
  page('/alumni_search/saved', () => import('../saved-searches-page.tsx'), 'SavedSearchesPage'),
  page(
    '/alumni/$id',
    () => import('../../alumni/record/alumnus-page.tsx'),
    'AlumnusPage',
    z.object({
      tab: z.enum(['history']).optional().catch(undefined),
      activity: z.string().max(100).optional().catch(undefined),
      year: z.coerce.number().int().min(2).max(9998).optional().catch(undefined),
      page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined),
    }),
  ),
  page(
    '/engagement_stats',
    () => import('../../alumni/statistics/statistics-page.tsx'),
    'StatisticsPage',
    statisticsSearch,
  ),
  page(
    '/classes',
    () => import('../../alumni/classes/classes-page.tsx'),
    'ClassesPage',
    z.object({
      decade: classesQuery.shape.decade.catch(undefined),
      reunion: classesQuery.shape.reunion.catch(undefined),
      sort: classesQuery.shape.sort.catch(undefined),
      page: listSearch.page,
    }),
  ),
  page('/classes/$year', () => import('../../alumni/classes/class-page.tsx'), 'ClassPage'),
  page('/tools', () => import('../section-pages.tsx'), 'ToolsPage'),
  page('/tools/batch_search', () => import('../../alumni/batch-search/batch-search-page.tsx'), 'BatchSearchPage'),
  page(
    '/tools/recorded_lists',
    () => import('../../alumni/recorded-lists/recorded-lists-page.tsx'),
    'RecordedListsPage',
    recordedListsQuery.extend({
      ...listSearch,
      by: recordedListsQuery.shape.by.unwrap().optional().catch(undefined),
    }),
  ),
  page('/settings/reports', () => import('../../alumni/reports/reports-page.tsx'), 'ReportsPage'),
  page(
    '/settings/reports/look_alikes',
    () => import('../../alumni/reports/look-alikes-page.tsx'),
    'LookAlikesPage',
    lookAlikesQuery.extend(listSearch),
  ),
  page(
    '/settings/reports/duplicate_emails',
    () => import('../../alumni/reports/duplicate-emails-page.tsx'),
    'DuplicateEmailsPage',
    duplicateEmailsQuery.extend(listSearch),
  ),
  page(
    '/settings/reports/bounced_letters',
    () => import('../../alumni/reports/bounced-letters-page.tsx'),
    'BouncedLettersPage',
    bouncedLettersQuery.extend(listSearch),
  ),
  page(
    '/settings/reports/alumni_without_degrees',
    () => import('../../alumni/reports/alumni-without-degrees-page.tsx'),
    'AlumniWithoutDegreesPage',
    withoutDegreesQuery.extend(listSearch),
  ),
  page('/settings/majors', () => import('../../alumni/catalog/catalog-page.tsx'), 'MajorsPage', catalogSearch),
  page('/settings/affinities', () => import('../../alumni/catalog/catalog-page.tsx'), 'AffinitiesPage', catalogSearch),
  page(
    '/settings/activity_codes',
    () => import('../../alumni/catalog/catalog-page.tsx'),
    'ActivityCodesPage',
    catalogSearch,
  ),
  page('/settings/colleges', () => import('../../alumni/catalog/catalog-page.tsx'), 'CollegesPage', catalogSearch),
] as const
