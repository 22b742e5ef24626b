import { newsContract } from '@alumni/shared/publications/staff-content'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { knownId, listSearch, shell, newSearch } from './base.ts'

const content = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content',
  component: lazyRouteComponent(() => import('../../shell/section-pages.tsx'), 'ContentPage'),
})

const contentSearch = newsContract.query.extend(listSearch)

const communities = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities',
  validateSearch: contentSearch,
  component: lazyRouteComponent(() => import('../../publications/content/communities-page.tsx'), 'CommunitiesPage'),
})

const community = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('../../publications/content/community-page.tsx'), 'CommunityPage'),
})

const newCommunity = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/new',
  validateSearch: newSearch,
  component: lazyRouteComponent(() => import('../../publications/content/community-form-page.tsx'), 'NewCommunityPage'),
})

const editCommunity = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(
    () => import('../../publications/content/community-form-page.tsx'),
    'EditCommunityPage',
  ),
})

const news = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news',
  validateSearch: contentSearch,
  component: lazyRouteComponent(() => import('../../publications/content/news-page.tsx'), 'NewsPage'),
})

const newsItem = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('../../publications/content/news-item-page.tsx'), 'NewsItemPage'),
})

const newNews = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/new',
  validateSearch: newSearch,
  component: lazyRouteComponent(() => import('../../publications/content/news-form-page.tsx'), 'NewNewsPage'),
})

const editNews = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('../../publications/content/news-form-page.tsx'), 'EditNewsPage'),
})

/** Communities and news of the alumni’s site. */
export const contentRoutes = [
  content,
  communities,
  community,
  newCommunity,
  editCommunity,
  news,
  newsItem,
  newNews,
  editNews,
] as const
