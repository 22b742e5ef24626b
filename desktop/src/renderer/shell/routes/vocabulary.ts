import { catalogQuery } from '@alumni/shared/alumni/catalog'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell, listSearch } from './base.ts'

/** What an address says of a list of the vocabulary. */
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
  component: lazyRouteComponent(() => import('../../alumni/catalog/catalog-page.tsx'), 'MajorsPage'),
})

const affinities = createRoute({
  getParentRoute: () => shell,
  path: '/settings/affinities',
  ...vocabulary,
  component: lazyRouteComponent(() => import('../../alumni/catalog/catalog-page.tsx'), 'AffinitiesPage'),
})

const activityCodes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/activity_codes',
  ...vocabulary,
  component: lazyRouteComponent(() => import('../../alumni/catalog/catalog-page.tsx'), 'ActivityCodesPage'),
})

const colleges = createRoute({
  getParentRoute: () => shell,
  path: '/settings/colleges',
  ...vocabulary,
  component: lazyRouteComponent(() => import('../../alumni/catalog/catalog-page.tsx'), 'CollegesPage'),
})

/** The lists of the vocabulary. */
export const vocabularyRoutes = [majors, affinities, activityCodes, colleges] as const
