import { catalogQuery } from '@alumni/shared/alumni/catalog'
import { classesQuery } from '@alumni/shared/alumni/classes'
import { recordedListsQuery } from '@alumni/shared/alumni/recorded-lists'
import {
  bouncedLettersQuery,
  duplicateEmailsQuery,
  lookAlikesQuery,
  unknownEmployersQuery,
  withoutDegreesQuery,
} from '@alumni/shared/alumni/reports'
import { createRoute } from '@tanstack/react-router'
import { createElement } from 'react'
import { z } from 'zod'
import { SearchPage } from '../../alumni/search/search-page.tsx'
import { readSearchWords } from '../../alumni/search/search-words.ts'
import { statisticsSearch } from '../../alumni/statistics/queries.ts'
import { Morning } from '../../morning/morning.tsx'
import { loadedLater } from '../../ui/table/loaded-later.ts'
import { listSearch, shell } from './base.ts'

const search = createRoute({
  getParentRoute: () => shell,
  path: '/alumni_search',
  validateSearch: readSearchWords,
  // Under the empty search stands what waits for the office.
  component: () => createElement(SearchPage, { start: createElement(Morning) }),
})

const savedSearches = createRoute({
  getParentRoute: () => shell,
  path: '/alumni_search/saved',
  component: loadedLater(() => import('../../alumni/search/saved-searches-page.tsx'), 'SavedSearchesPage'),
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
  component: loadedLater(() => import('../../alumni/record/alumnus-page.tsx'), 'AlumnusPage'),
})

const statistics = createRoute({
  getParentRoute: () => shell,
  path: '/engagement_stats',
  validateSearch: statisticsSearch,
  component: loadedLater(() => import('../../alumni/statistics/statistics-page.tsx'), 'StatisticsPage'),
})

const classes = createRoute({
  getParentRoute: () => shell,
  path: '/classes',
  validateSearch: z.object({
    decade: classesQuery.shape.decade.catch(undefined),
    reunion: classesQuery.shape.reunion.catch(undefined),
    sort: classesQuery.shape.sort.catch(undefined),
    page: listSearch.page,
  }),
  component: loadedLater(() => import('../../alumni/classes/classes-page.tsx'), 'ClassesPage'),
})

const oneClass = createRoute({
  getParentRoute: () => shell,
  path: '/classes/$year',
  component: loadedLater(() => import('../../alumni/classes/class-page.tsx'), 'ClassPage'),
})

const tools = createRoute({
  getParentRoute: () => shell,
  path: '/tools',
  component: loadedLater(() => import('../section-pages.tsx'), 'ToolsPage'),
})

const batchSearch = createRoute({
  getParentRoute: () => shell,
  path: '/tools/batch_search',
  component: loadedLater(() => import('../../alumni/batch-search/batch-search-page.tsx'), 'BatchSearchPage'),
})

const recordedLists = createRoute({
  getParentRoute: () => shell,
  path: '/tools/recorded_lists',
  validateSearch: recordedListsQuery.extend({
    ...listSearch,
    by: recordedListsQuery.shape.by.unwrap().optional().catch(undefined),
  }),
  component: loadedLater(() => import('../../alumni/recorded-lists/recorded-lists-page.tsx'), 'RecordedListsPage'),
})

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports',
  component: loadedLater(() => import('../../alumni/reports/reports-page.tsx'), 'ReportsPage'),
})

const lookAlikes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/look_alikes',
  validateSearch: lookAlikesQuery.extend(listSearch),
  component: loadedLater(() => import('../../alumni/reports/look-alikes-page.tsx'), 'LookAlikesPage'),
})

const duplicateEmails = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/duplicate_emails',
  validateSearch: duplicateEmailsQuery.extend(listSearch),
  component: loadedLater(() => import('../../alumni/reports/duplicate-emails-page.tsx'), 'DuplicateEmailsPage'),
})

const unknownEmployers = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/unknown_employers',
  validateSearch: unknownEmployersQuery.extend(listSearch),
  component: loadedLater(() => import('../../alumni/reports/unknown-employers-page.tsx'), 'UnknownEmployersPage'),
})

const bouncedLetters = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/bounced_letters',
  validateSearch: bouncedLettersQuery.extend(listSearch),
  component: loadedLater(() => import('../../alumni/reports/bounced-letters-page.tsx'), 'BouncedLettersPage'),
})

const alumniWithoutDegrees = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/alumni_without_degrees',
  validateSearch: withoutDegreesQuery.extend(listSearch),
  component: loadedLater(
    () => import('../../alumni/reports/alumni-without-degrees-page.tsx'),
    'AlumniWithoutDegreesPage',
  ),
})

/** Address parameters for a list of the vocabulary. */
const catalogSearch = catalogQuery.extend({
  ...listSearch,
  college: catalogQuery.shape.college.catch(undefined),
  category: catalogQuery.shape.category.catch(undefined),
  active: catalogQuery.shape.active.catch(undefined),
})

const vocabulary = { validateSearch: catalogSearch }

const majors = createRoute({
  getParentRoute: () => shell,
  path: '/settings/majors',
  ...vocabulary,
  component: loadedLater(() => import('../../alumni/catalog/catalog-page.tsx'), 'MajorsPage'),
})

const affinities = createRoute({
  getParentRoute: () => shell,
  path: '/settings/affinities',
  ...vocabulary,
  component: loadedLater(() => import('../../alumni/catalog/catalog-page.tsx'), 'AffinitiesPage'),
})

const activityCodes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/activity_codes',
  ...vocabulary,
  component: loadedLater(() => import('../../alumni/catalog/catalog-page.tsx'), 'ActivityCodesPage'),
})

const colleges = createRoute({
  getParentRoute: () => shell,
  path: '/settings/colleges',
  ...vocabulary,
  component: loadedLater(() => import('../../alumni/catalog/catalog-page.tsx'), 'CollegesPage'),
})

/** The alumni, what is counted of them, the tools, the reports and the lists that records use. */
export const alumniRoutes = [
  search,
  savedSearches,
  alumnus,
  statistics,
  classes,
  oneClass,
  tools,
  batchSearch,
  recordedLists,
  reports,
  lookAlikes,
  duplicateEmails,
  unknownEmployers,
  bouncedLetters,
  alumniWithoutDegrees,
  majors,
  affinities,
  activityCodes,
  colleges,
] as const
