import { duplicatesQuery, mergesQuery } from '@alumni/shared/champions/merge-lists'
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { readSignupWords } from '../../champions/list/signup-words.ts'
import { loadedLater } from '../../ui/table/loaded-later.ts'
import { knownId, listSearch, shell } from './base.ts'

const championSignups = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups',
  validateSearch: readSignupWords,
  component: loadedLater(() => import('../../champions/list/signups-page.tsx'), 'SignupsPage'),
})

const savedSearches = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/saved',
  component: loadedLater(() => import('../../champions/list/saved-searches-page.tsx'), 'SavedSignupSearchesPage'),
})

const championSignup = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../champions/record/signup-page.tsx'), 'SignupPage'),
})

const linking = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/linking',
  component: loadedLater(() => import('../../champions/linking/linking-page.tsx'), 'LinkingPage'),
})

const duplicates = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/duplicates',
  validateSearch: duplicatesQuery.extend({ ...listSearch, ids: z.string().max(100).optional().catch(undefined) }),
  component: loadedLater(() => import('../../champions/merges/duplicate-list.tsx'), 'DuplicatesPage'),
})

const merges = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/merges',
  validateSearch: mergesQuery.extend(listSearch),
  component: loadedLater(() => import('../../champions/merges/merges-page.tsx'), 'MergesPage'),
})

const merge = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/merges/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../champions/merges/merge-page.tsx'), 'MergePage'),
})

/** Champion signups, their duplicates and merges. */
export const championRoutes = [
  championSignups,
  savedSearches,
  championSignup,
  linking,
  duplicates,
  merges,
  merge,
] as const
