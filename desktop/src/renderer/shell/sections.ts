import { importTypeNames, importTypes } from '@alumni/shared/imports'
import { hasRole, type Role } from '@alumni/shared/staff'
import {
  IconArrowsDiff,
  IconArrowsJoin,
  IconChartBar,
  IconBook,
  IconBuildingBank,
  IconCalendarEvent,
  IconDatabaseImport,
  IconFileImport,
  IconGift,
  IconHeartHandshake,
  IconHistory,
  IconKey,
  IconListSearch,
  IconMail,
  IconMailOff,
  IconNews,
  IconPackage,
  IconPencil,
  IconPlaylistAdd,
  IconReportSearch,
  IconSchoolOff,
  IconSearch,
  IconSend,
  IconServer,
  IconSettings,
  IconShield,
  IconTags,
  IconTextSpellcheck,
  IconTools,
  IconTransform,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'

/** A place of the app. The rail, the palette, the cards of a landing page and titles are drawn from here. */
export type Section = {
  title: string
  path: string
  about: string
  icon: Icon
  /** The least role that may go there. */
  role: Role
  /** Two keys, one after the other, that lead there. */
  keys?: string
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
    keys: 'g s',
  },
  {
    title: 'Statistics',
    path: '/engagement_stats',
    about: 'How alumni take part: by year, month, activity, college and affinity.',
    icon: IconChartBar,
    role: 'viewer',
    keys: 'g t',
  },
  {
    title: 'Champions',
    path: '/champion_signups',
    about: 'Volunteers: who signed up, where and for what.',
    icon: IconUsersGroup,
    role: 'staff',
    keys: 'g h',
    pages: [
      {
        title: 'Possible duplicates',
        path: '/champion_signups/duplicates',
        about: 'Signups that may be of one person: compare them, and merge those that are.',
        icon: IconArrowsJoin,
        role: 'staff',
        keys: 'g d',
      },
      {
        title: 'Opportunities',
        path: '/champion_signups/opportunities',
        about: 'What champions can help with, and who has answered.',
        icon: IconHeartHandshake,
        role: 'staff',
        keys: 'g n',
      },
      {
        title: 'Events',
        path: '/champion_signups/events',
        about: 'What alumni are invited to, who comes and who came.',
        icon: IconCalendarEvent,
        role: 'staff',
        keys: 'g v',
      },
    ],
  },
  {
    title: 'Tools',
    path: '/tools',
    about: 'Work with many people at once.',
    icon: IconTools,
    role: 'staff',
    keys: 'g o',
    pages: [
      {
        title: 'Batch search',
        path: '/tools/batch_search',
        about: 'Find up to 5,000 people at once by name or e-mail address, and take them away as a file.',
        icon: IconListSearch,
        role: 'staff',
        keys: 'g b',
      },
      {
        title: 'Event converter',
        path: '/tools/event_converter',
        about: 'Make engagements from the list of attendees that Eventbrite, Zoom or another platform exports.',
        icon: IconTransform,
        role: 'staff',
        keys: 'g a',
      },
      {
        title: 'Recorded lists',
        path: '/tools/recorded_lists',
        about: 'Who came to what, as it was recorded list by list: by whom, when, how many, and the way to undo it.',
        icon: IconPlaylistAdd,
        role: 'staff',
      },
    ],
  },
  {
    title: 'Settings',
    path: '/settings',
    about: 'What administrators look after.',
    icon: IconSettings,
    role: 'admin',
    keys: 'g e',
    pages: [
      {
        title: 'Content',
        path: '/settings/content',
        about: 'What alumni read on their site: communities, news, events and opportunities.',
        icon: IconPencil,
        role: 'admin',
        keys: 'g w',
        pages: [
          {
            title: 'Communities',
            path: '/settings/content/communities',
            about: 'Where graduates who share a city, a college or an interest find each other.',
            icon: IconUsersGroup,
            role: 'admin',
          },
          {
            title: 'News',
            path: '/settings/content/news',
            about: 'What alumni read on their site, on the pages of communities and in feed readers.',
            icon: IconNews,
            role: 'admin',
          },
        ],
      },
      {
        title: 'Imports',
        path: '/settings/imports',
        about: 'Bring files from the CRM in: contacts, educations, areas of study and employment.',
        icon: IconDatabaseImport,
        role: 'admin',
        keys: 'g i',
        pages: importTypes.map((type) => ({
          title: `${importTypeNames[type].title} import`,
          path: `/settings/imports/${type}`,
          about: importTypeNames[type].about,
          icon: IconFileImport,
          role: 'admin' as const,
        })),
      },
      {
        title: 'CRM conflicts',
        path: '/settings/crm/conflicts',
        about: 'Decide where the CRM contradicts what was changed here.',
        icon: IconArrowsDiff,
        role: 'admin',
        keys: 'g c',
      },
      {
        title: 'CRM changes',
        path: '/settings/crm/crm_changes',
        about: 'Take what was changed here to the CRM, and see what has arrived there.',
        icon: IconSend,
        role: 'admin',
        keys: 'g x',
      },
      {
        title: 'Giving import',
        path: '/settings/engagement_activities/import_giving',
        about: 'Bring in who gave and when, fiscal year by fiscal year; never how much.',
        icon: IconGift,
        role: 'admin',
        keys: 'g g',
      },
      {
        title: 'Reports',
        path: '/settings/reports',
        about: 'What is wrong or doubtful in the records, and where to mend it.',
        icon: IconReportSearch,
        role: 'admin',
        keys: 'g r',
        pages: [
          {
            title: 'People who look like one',
            path: '/settings/reports/look_alikes',
            about: 'Two records that may be of one person, with the reasons.',
            icon: IconUsers,
            role: 'admin',
          },
          {
            title: 'Duplicate e-mail addresses',
            path: '/settings/reports/duplicate_emails',
            about: 'The same address on several alumni.',
            icon: IconMail,
            role: 'admin',
          },
          {
            title: 'Employers nobody knows',
            path: '/settings/reports/unknown_employers',
            about: 'Misspelt, naming no employer, or known from one person only.',
            icon: IconTextSpellcheck,
            role: 'admin',
          },
          {
            title: 'Bounced letters',
            path: '/settings/reports/bounced_letters',
            about: 'Who did not get a letter, why, and what to do.',
            icon: IconMailOff,
            role: 'admin',
          },
          {
            title: 'Alumni without degrees',
            path: '/settings/reports/alumni_without_degrees',
            about: 'People on file whose degree never came from the CRM.',
            icon: IconSchoolOff,
            role: 'admin',
          },
        ],
      },
      {
        title: 'Users',
        path: '/users',
        about: 'Who may sign in here, and as what: invite people, change roles, end sessions.',
        icon: IconUsers,
        role: 'admin',
        keys: 'g u',
      },
      {
        title: 'API keys',
        path: '/settings/api_keys',
        about: 'Let other systems, such as the events app, send engagements.',
        icon: IconKey,
        role: 'admin',
        keys: 'g k',
      },
      {
        title: 'Majors',
        path: '/settings/majors',
        about: 'What people have studied, by college and department.',
        icon: IconBook,
        role: 'admin',
      },
      {
        title: 'Affinities',
        path: '/settings/affinities',
        about: 'Teams, clubs and communities, in their categories.',
        icon: IconHeartHandshake,
        role: 'admin',
      },
      {
        title: 'Activity codes',
        path: '/settings/activity_codes',
        about: 'What engagements are called.',
        icon: IconTags,
        role: 'admin',
      },
      {
        title: 'Colleges',
        path: '/settings/colleges',
        about: 'The colleges and schools that majors belong to.',
        icon: IconBuildingBank,
        role: 'admin',
      },
      {
        title: 'Audit log',
        path: '/settings/audit_log',
        about: 'Who did what, when, from where, and what it changed.',
        icon: IconHistory,
        role: 'admin',
        keys: 'g l',
      },
      {
        title: 'Letters',
        path: '/settings/letters',
        about: 'Whether letters have left, and why one did not.',
        icon: IconMail,
        role: 'admin',
      },
      {
        title: 'Processes and jobs',
        path: '/settings/processes',
        about: 'The servers and workers that run, and the jobs that wait or have failed.',
        icon: IconServer,
        role: 'admin',
      },
      {
        title: 'Releases',
        path: '/settings/releases',
        about: 'What each release has changed.',
        icon: IconPackage,
        role: 'admin',
      },
      {
        title: 'Protection',
        path: '/settings/protection',
        about: 'Limits of both sites, who is locked out, and the way back in.',
        icon: IconShield,
        role: 'admin',
      },
    ],
  },
]

/** The sections that someone may see, pages included. */
export function sectionsFor(role: Role, among: readonly Section[] = sections): Section[] {
  return among
    .filter((section) => hasRole(role, section.role))
    .map((section) => ({ ...section, pages: sectionsFor(role, section.pages ?? []) }))
}

/** A section and everything under it, as one list. */
export function flatten(among: readonly Section[]): Section[] {
  return among.flatMap((section) => [section, ...flatten(section.pages ?? [])])
}

/** A page of a section may have an address of its own, such as `/users` of the settings. */
export function isWithin(pathname: string, { path, pages = [] }: Section): boolean {
  return pathname === path || pathname.startsWith(`${path}/`) || pages.some((page) => isWithin(pathname, page))
}

/** The way to a page: the sections that it stands in, the outermost first. */
export function sectionsAbove(role: Role, pathname: string): Section[] {
  return flatten(sectionsFor(role)).filter(({ path }) => pathname.startsWith(`${path}/`))
}
