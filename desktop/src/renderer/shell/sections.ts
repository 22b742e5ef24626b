import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import {
  IconArrowsJoin,
  IconBookmark,
  IconCalendarEvent,
  IconChartBar,
  IconHeartHandshake,
  IconLink,
  IconMailForward,
  IconListSearch,
  IconPlaylistAdd,
  IconSchool,
  IconSearch,
  IconSettings,
  IconTransform,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import { dataPages } from './data-sections.ts'
import { settingsPages, type NavigationItem } from './settings-sections.ts'

/** Groups with a single item have no heading. */
const headings = {
  people: 'People',
  events: null,
  volunteers: 'Volunteers',
  site: null,
  data: 'Data',
  settings: null,
} as const

type Heading = keyof typeof headings

export type Section = Omit<NavigationItem, 'pages'> & {
  role: Role
  heading?: Heading
  group?: keyof typeof settingsPages
  pages?: readonly Section[]
}

const people: readonly Section[] = [
  {
    title: 'Search',
    pageTitle: 'Search alumni',
    path: '/alumni_search',
    description: 'Find alumni by name, class, place and history.',
    icon: IconSearch,
    role: 'viewer',
    keys: 'g s',
    pages: [
      {
        title: 'Saved searches',
        path: '/alumni_search/saved',
        description: 'Searches of alumni and champions that you and your colleagues saved.',
        icon: IconBookmark,
        role: 'viewer',
      },
      {
        title: 'Batch search',
        path: '/tools/batch_search',
        description: 'Find up to 5,000 people at once by name or e-mail address, and export them.',
        icon: IconListSearch,
        role: 'staff',
        keys: 'g b',
      },
    ],
  },
  {
    title: 'Classes',
    path: '/classes',
    description: 'Each class: how many are on file, can be e-mailed, and take part.',
    icon: IconSchool,
    role: 'viewer',
    keys: 'g y',
  },
  {
    title: 'Statistics',
    path: '/engagement_stats',
    description: 'How alumni take part: by year, month, class, activity, college and affinity.',
    icon: IconChartBar,
    role: 'viewer',
    keys: 'g t',
  },
  {
    title: 'Letters',
    path: '/letters',
    description: 'Letters to the people of a list: drafts, on their way and sent.',
    icon: IconMailForward,
    role: 'staff',
    keys: 'g m',
  },
]

const events: readonly NavigationItem[] = [
  {
    title: 'Events',
    path: '/champion_signups/events',
    description: 'What alumni are invited to, who comes and who came.',
    icon: IconCalendarEvent,
    keys: 'g v',
    pages: [
      {
        title: 'Event converter',
        path: '/tools/event_converter',
        description: 'Turn an attendee list from Eventbrite, Zoom or another platform into engagements.',
        icon: IconTransform,
        keys: 'g a',
      },
      {
        title: 'Recorded lists',
        path: '/tools/recorded_lists',
        description: 'Recorded attendance lists. Each can be undone.',
        icon: IconPlaylistAdd,
      },
    ],
  },
]

const volunteers: readonly NavigationItem[] = [
  {
    title: 'Champions',
    path: '/champion_signups',
    description: 'Volunteers: who signed up, where and for what.',
    icon: IconUsersGroup,
    keys: 'g h',
    pages: [
      {
        title: 'Link signups',
        path: '/champion_signups/linking',
        description: 'Signups to be linked to alumni.',
        icon: IconLink,
      },
      {
        title: 'Possible duplicates',
        path: '/champion_signups/duplicates',
        description: 'Signups that may be one person. Compare and merge them.',
        icon: IconArrowsJoin,
        keys: 'g d',
        pagesAs: 'tabs',
        pages: [
          {
            title: 'Merged signups',
            path: '/champion_signups/merges',
            description: 'Merged signups. Each merge can be undone.',
            icon: IconArrowsJoin,
          },
        ],
      },
    ],
  },
  {
    title: 'Opportunities',
    path: '/champion_signups/opportunities',
    description: 'What champions can help with, and who has answered.',
    icon: IconHeartHandshake,
    keys: 'g n',
  },
]

const site: readonly NavigationItem[] = [
  {
    title: 'News',
    shortTitle: 'Site',
    tabTitle: 'News',
    path: '/settings/content/news',
    description: 'What alumni read on their site, on the pages of communities and in feed readers.',
    icon: IconWorld,
    keys: 'g w',
    pagesAs: 'tabs',
    pages: [
      {
        title: 'Communities',
        path: '/settings/content/communities',
        description: 'Where alumni who share a city, a college or an interest find each other.',
        icon: IconUsersGroup,
      },
    ],
  },
]

const settings: Section = {
  title: 'Settings',
  path: '/settings',
  description: 'For administrators.',
  icon: IconSettings,
  role: 'admin',
  keys: 'g e',
  pagesAs: 'links',
  pages: Object.entries(settingsPages).flatMap(([group, pages]) =>
    withRole('admin', pages).map((page) => ({ ...page, group: group as keyof typeof settingsPages })),
  ),
}

export const sections: readonly Section[] = [
  ...withHeading('people', people),
  ...withHeading('events', withRole('staff', events)),
  ...withHeading('volunteers', withRole('staff', volunteers)),
  ...withHeading('site', withRole('admin', site)),
  ...withHeading('data', withRole('admin', dataPages)),
  ...withHeading('settings', [settings]),
]

function withRole(role: Role, items: readonly NavigationItem[]): Section[] {
  return items.map(({ pages = [], ...item }) => ({ ...item, role, pages: withRole(role, pages) }))
}

function withHeading(heading: Heading, list: readonly Section[]): Section[] {
  return list.map((section) => ({ ...section, heading }))
}

export function listSections(role: Role, list: readonly Section[] = sections): Section[] {
  return list
    .filter((section) => hasRole(role, section.role))
    .map((section) => ({ ...section, pages: listSections(role, section.pages ?? []) }))
}

/** Returns the groups of the menu for a role. Pages that are shown as tabs or links are not in the menu. */
export function buildRail(role: Role): { name: string; heading: string | null; sections: Section[] }[] {
  const all = listSections(role).map((section) => (section.pagesAs ? { ...section, pages: [] } : section))
  return Object.entries(headings)
    .map(([name, heading]) => ({ name, heading, sections: all.filter((section) => section.heading === name) }))
    .filter(({ sections }) => sections.length > 0)
}

export function flattenSections(list: readonly Section[]): Section[] {
  return list.flatMap((section) => [section, ...flattenSections(section.pages ?? [])])
}

function findTrail(role: Role, pathname: string): Section[] {
  const listTrails = (list: readonly Section[]): Section[][] =>
    list.flatMap((section) => [[section], ...listTrails(section.pages ?? []).map((trail) => [section, ...trail])])
  const [trail = []] = listTrails(listSections(role))
    .filter((each) => `${pathname}/`.startsWith(`${each.at(-1)!.path}/`))
    .toSorted((a, b) => b.at(-1)!.path.length - a.at(-1)!.path.length)
  return trail
}

/** Returns the top section that contains a path and the page inside the section; undefined for an unknown path. */
export function findCurrentSection(
  role: Role,
  pathname: string,
): { section?: Section | undefined; page?: Section | undefined } {
  const [section, page] = findTrail(role, pathname)
  return { section, page }
}

/** Returns the sections above a page, except a section that shows the page as a tab. */
export function listBreadcrumbs(role: Role, pathname: string): Section[] {
  return findTrail(role, pathname).filter(
    ({ path, pagesAs }, index, trail) => path !== pathname && !(pagesAs === 'tabs' && trail[index + 1]),
  )
}

/** Returns the tabs to show on a page, starting with their section, or an empty array if the page is not a tab. */
export function listTabs(role: Role, pathname: string): Section[] {
  const first = findTrail(role, pathname).find(({ pagesAs }) => pagesAs === 'tabs')
  const tabs = first ? [first, ...(first.pages ?? [])] : []
  return tabs.some(({ path }) => path === pathname) ? tabs : []
}
