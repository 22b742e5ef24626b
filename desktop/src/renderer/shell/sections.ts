import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import {
  IconArrowsJoin,
  IconCalendarEvent,
  IconChartBar,
  IconHeartHandshake,
  IconListSearch,
  IconPlaylistAdd,
  IconSearch,
  IconSettings,
  IconTools,
  IconTransform,
  IconUsersGroup,
} from '@tabler/icons-react'
import { settingsPages, type Place } from './settings-sections.ts'

/** The headings of the rail. */
const headings = { people: 'People', work: 'Work', administration: 'Administration' }

/** A place with the least role that may go there. */
export type Section = Omit<Place, 'pages'> & {
  role: Role
  /** A section's place in the rail. */
  heading?: keyof typeof headings
  /** Set for settings pages. */
  group?: keyof typeof settingsPages
  pages?: readonly Section[]
}

/** Everything that exists, in the order of the rail. A page that is not built is not listed. */
export const sections: readonly Section[] = [
  {
    title: 'Search',
    path: '/alumni_search',
    about: 'Find alumni by name and history.',
    icon: IconSearch,
    role: 'viewer',
    heading: 'people',
    keys: 'g s',
  },
  {
    title: 'Statistics',
    path: '/engagement_stats',
    about: 'How alumni take part: by year, month, activity, college and affinity.',
    icon: IconChartBar,
    role: 'viewer',
    heading: 'people',
    keys: 'g t',
  },
  {
    title: 'Champions',
    path: '/champion_signups',
    about: 'Volunteers: who signed up, where and for what.',
    icon: IconUsersGroup,
    role: 'staff',
    heading: 'people',
    keys: 'g h',
    pages: forRole('staff', [
      {
        title: 'Possible duplicates',
        path: '/champion_signups/duplicates',
        about: 'Signups that may be of one person: compare them, and merge those that are.',
        icon: IconArrowsJoin,
        keys: 'g d',
      },
      {
        title: 'Opportunities',
        path: '/champion_signups/opportunities',
        about: 'What champions can help with, and who has answered.',
        icon: IconHeartHandshake,
        keys: 'g n',
      },
      {
        title: 'Events',
        path: '/champion_signups/events',
        about: 'What alumni are invited to, who comes and who came.',
        icon: IconCalendarEvent,
        keys: 'g v',
      },
    ]),
  },
  {
    title: 'Tools',
    path: '/tools',
    about: 'Work with many people at once.',
    icon: IconTools,
    role: 'staff',
    heading: 'work',
    keys: 'g o',
    pages: forRole('staff', [
      {
        title: 'Batch search',
        path: '/tools/batch_search',
        about: 'Find up to 5,000 people at once by name or e-mail address, and take them away as a file.',
        icon: IconListSearch,
        keys: 'g b',
      },
      {
        title: 'Event converter',
        path: '/tools/event_converter',
        about: 'Make engagements from the list of attendees that Eventbrite, Zoom or another platform exports.',
        icon: IconTransform,
        keys: 'g a',
      },
      {
        title: 'Recorded lists',
        path: '/tools/recorded_lists',
        about: 'Who came to what, as it was recorded list by list: by whom, when, how many, and the way to undo it.',
        icon: IconPlaylistAdd,
      },
    ]),
  },
  {
    title: 'Settings',
    path: '/settings',
    about: 'What administrators look after.',
    icon: IconSettings,
    role: 'admin',
    heading: 'administration',
    keys: 'g e',
    pages: Object.entries(settingsPages).flatMap(([group, pages]) =>
      forRole('admin', pages).map((page) => ({
        ...page,
        group: group as keyof typeof settingsPages,
        ...(group === 'daily' && { heading: 'work' as const }),
      })),
    ),
  },
]

function forRole(role: Role, places: readonly Place[]): Section[] {
  return places.map(({ pages = [], ...place }) => ({ ...place, role, pages: forRole(role, pages) }))
}

/** The sections that a person may see, pages included. */
export function sectionsFor(role: Role, among: readonly Section[] = sections): Section[] {
  return among
    .filter((section) => hasRole(role, section.role))
    .map((section) => ({ ...section, pages: sectionsFor(role, section.pages ?? []) }))
}

/**
 * The rail: what a person may see under each heading. The daily work of the settings has its own places there; what is
 * set up once stands on the page of the settings.
 */
export function railFor(role: Role): { heading: string; sections: Section[] }[] {
  const all = sectionsFor(role).flatMap((section) => [
    section,
    ...(section.pages ?? []).filter(({ heading }) => heading),
  ])
  return Object.entries(headings)
    .map(([name, heading]) => ({ heading, sections: all.filter((section) => section.heading === name) }))
    .filter(({ sections }) => sections.length > 0)
}

/** A section and everything under it, as one list. */
export function flatten(among: readonly Section[]): Section[] {
  return among.flatMap((section) => [section, ...flatten(section.pages ?? [])])
}

/** A page of a section may have an address of its own, such as `/users` of the settings. */
export function isWithin(pathname: string, { path, pages = [] }: Section): boolean {
  return pathname === path || pathname.startsWith(`${path}/`) || pages.some((page) => isWithin(pathname, page))
}

/** The way to a page: the sections that it stands in, from its place in the rail on. */
export function sectionsAbove(role: Role, pathname: string): Section[] {
  const way = flatten(sectionsFor(role)).filter(({ path }) => `${pathname}/`.startsWith(`${path}/`))
  return way.slice(way.findLastIndex(({ heading }) => heading)).filter(({ path }) => path !== pathname)
}
