import {
  IconBook,
  IconBuildingBank,
  IconHeartHandshake,
  IconHistory,
  IconKey,
  IconMail,
  IconPackage,
  IconServer,
  IconShield,
  IconTags,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'

/** The rail, palette, links and titles are built from these items. */
export type NavigationItem = {
  title: string
  shortTitle?: string
  pageTitle?: string
  path: string
  description: string
  icon: Icon
  /** Sequence of two keys that opens the page. */
  keys?: string
  pages?: readonly NavigationItem[]
  /** How to show the pages: as tabs beside this page's own tab, or as links on this page. By default, in the rail. */
  pagesAs?: 'tabs' | 'links'
  tabTitle?: string
}

export const settingsGroups = {
  lists: 'Lists that records use',
  service: 'Access and the service',
}

export const settingsPages: Record<keyof typeof settingsGroups, readonly NavigationItem[]> = {
  lists: [
    {
      title: 'Majors',
      path: '/settings/majors',
      description: 'What people have studied, by college and department.',
      icon: IconBook,
    },
    {
      title: 'Affinities',
      path: '/settings/affinities',
      description: 'Teams, clubs and communities, in their categories.',
      icon: IconHeartHandshake,
    },
    {
      title: 'Activity codes',
      path: '/settings/activity_codes',
      description: 'What engagements are called.',
      icon: IconTags,
    },
    {
      title: 'Colleges',
      path: '/settings/colleges',
      description: 'The colleges and schools that majors belong to.',
      icon: IconBuildingBank,
    },
  ],
  service: [
    {
      title: 'Users',
      path: '/users',
      description: 'Invite people, change roles, end sessions.',
      icon: IconUsers,
      keys: 'g u',
    },
    {
      title: 'API keys',
      path: '/settings/api_keys',
      description: 'Let other systems, such as the events app, send engagements.',
      icon: IconKey,
      keys: 'g k',
    },
    {
      title: 'Audit log',
      path: '/settings/audit_log',
      description: 'Who did what, when, from where, and what it changed.',
      icon: IconHistory,
      keys: 'g l',
    },
    {
      title: 'Outbox',
      path: '/settings/letters',
      description: 'Which letters were sent, and why one was not.',
      icon: IconMail,
    },
    {
      title: 'Processes and jobs',
      path: '/settings/processes',
      description: 'Running servers and workers, and jobs that are waiting or failed.',
      icon: IconServer,
    },
    {
      title: 'Protection',
      path: '/settings/protection',
      description: 'Limits of both sites, and locked-out addresses.',
      icon: IconShield,
    },
    {
      title: 'Releases',
      path: '/settings/releases',
      description: 'What each release changed.',
      icon: IconPackage,
    },
  ],
}
