import { duplicatesQuery, mergesQuery } from '@alumni/shared/champions/merge-lists'
import { z } from 'zod'
import { readSignupParams } from '../../champions/list/signup-params.ts'
import { listSearch, page } from './base.ts'

export const championRoutes = [
  page('/champion_signups', () => import('../../champions/list/signups-page.tsx'), 'SignupsPage', readSignupParams),
  page('/champion_signups/saved', () => import('../saved-searches-page.tsx'), 'SavedSearchesPage'),
  page('/champion_signups/$id', () => import('../../champions/record/signup-page.tsx'), 'SignupPage'),
  page('/champion_signups/linking', () => import('../../champions/linking/linking-page.tsx'), 'LinkingPage'),
  page(
    '/champion_signups/duplicates',
    () => import('../../champions/merges/duplicate-list.tsx'),
    'DuplicatesPage',
    duplicatesQuery.extend({ ...listSearch, ids: z.string().max(100).optional().catch(undefined) }),
  ),
  page(
    '/champion_signups/merges',
    () => import('../../champions/merges/merges-page.tsx'),
    'MergesPage',
    mergesQuery.extend(listSearch),
  ),
  page('/champion_signups/merges/$id', () => import('../../champions/merges/merge-page.tsx'), 'MergePage'),
] as const
