import { importTypeNames, importTypes } from '@alumni/shared/exchange/imports'
import {
  IconArrowsDiff,
  IconBook,
  IconBuildingBank,
  IconDatabaseImport,
  IconFileImport,
  IconGift,
  IconHeartHandshake,
  IconHistory,
  IconKey,
  IconMail,
  IconMailOff,
  IconNews,
  IconPackage,
  IconPencil,
  IconReportSearch,
  IconSchoolOff,
  IconSend,
  IconServer,
  IconShield,
  IconTags,
  IconTextSpellcheck,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'

/** A place of the app. The rail, the palette, the cards of a landing page and titles are drawn from here. */
export type Place = {
  title: string
  path: string
  about: string
  icon: Icon
  /** Two keys, one after the other, that lead there. */
  keys?: string
  pages?: readonly Place[]
}

/** Headings on the page of the settings. */
export const settingsGroups = {
  lists: 'Lists that records use',
  service: 'Access and the service',
}

/** The pages of the settings by group. What is done day by day stands in the rail instead, under “Work”. */
export const settingsPages: Record<'daily' | keyof typeof settingsGroups, readonly Place[]> = {
  daily: [
    {
      title: 'Imports',
      path: '/settings/imports',
      about: 'Bring files from the CRM in: contacts, educations, areas of study and employment.',
      icon: IconDatabaseImport,
      keys: 'g i',
      pages: importTypes.map((type) => ({
        title: `${importTypeNames[type].title} import`,
        path: `/settings/imports/${type}`,
        about: importTypeNames[type].about,
        icon: IconFileImport,
      })),
    },
    {
      title: 'CRM conflicts',
      path: '/settings/crm/conflicts',
      about: 'Decide where the CRM contradicts what was changed here.',
      icon: IconArrowsDiff,
      keys: 'g c',
    },
    {
      title: 'CRM changes',
      path: '/settings/crm/crm_changes',
      about: 'Take what was changed here to the CRM, and see what has arrived there.',
      icon: IconSend,
      keys: 'g x',
    },
    {
      title: 'Giving import',
      path: '/settings/engagement_activities/import_giving',
      about: 'Bring in who gave and when, fiscal year by fiscal year; never how much.',
      icon: IconGift,
      keys: 'g g',
    },
    {
      title: 'Reports',
      path: '/settings/reports',
      about: 'What is wrong or doubtful in the records, and where to correct it.',
      icon: IconReportSearch,
      keys: 'g r',
      pages: [
        {
          title: 'People who look like one',
          path: '/settings/reports/look_alikes',
          about: 'Two records that may be of one person, with the reasons.',
          icon: IconUsers,
        },
        {
          title: 'Duplicate e-mail addresses',
          path: '/settings/reports/duplicate_emails',
          about: 'The same address on several alumni.',
          icon: IconMail,
        },
        {
          title: 'Employers nobody knows',
          path: '/settings/reports/unknown_employers',
          about: 'Misspelled, naming no employer, or known from one person only.',
          icon: IconTextSpellcheck,
        },
        {
          title: 'Bounced letters',
          path: '/settings/reports/bounced_letters',
          about: 'Who did not get a letter, why, and what to do.',
          icon: IconMailOff,
        },
        {
          title: 'Alumni without degrees',
          path: '/settings/reports/alumni_without_degrees',
          about: 'People on file whose degree never came from the CRM.',
          icon: IconSchoolOff,
        },
      ],
    },
    {
      title: 'Content',
      path: '/settings/content',
      about: 'What alumni read on their site: communities, news, events and opportunities.',
      icon: IconPencil,
      keys: 'g w',
      pages: [
        {
          title: 'Communities',
          path: '/settings/content/communities',
          about: 'Where graduates who share a city, a college or an interest find each other.',
          icon: IconUsersGroup,
        },
        {
          title: 'News',
          path: '/settings/content/news',
          about: 'What alumni read on their site, on the pages of communities and in feed readers.',
          icon: IconNews,
        },
      ],
    },
  ],
  lists: [
    {
      title: 'Majors',
      path: '/settings/majors',
      about: 'What people have studied, by college and department.',
      icon: IconBook,
    },
    {
      title: 'Affinities',
      path: '/settings/affinities',
      about: 'Teams, clubs and communities, in their categories.',
      icon: IconHeartHandshake,
    },
    {
      title: 'Activity codes',
      path: '/settings/activity_codes',
      about: 'What engagements are called.',
      icon: IconTags,
    },
    {
      title: 'Colleges',
      path: '/settings/colleges',
      about: 'The colleges and schools that majors belong to.',
      icon: IconBuildingBank,
    },
  ],
  service: [
    {
      title: 'Users',
      path: '/users',
      about: 'Who may sign in here, and as what: invite people, change roles, end sessions.',
      icon: IconUsers,
      keys: 'g u',
    },
    {
      title: 'API keys',
      path: '/settings/api_keys',
      about: 'Let other systems, such as the events app, send engagements.',
      icon: IconKey,
      keys: 'g k',
    },
    {
      title: 'Audit log',
      path: '/settings/audit_log',
      about: 'Who did what, when, from where, and what it changed.',
      icon: IconHistory,
      keys: 'g l',
    },
    {
      title: 'Letters',
      path: '/settings/letters',
      about: 'Whether letters have left, and why one did not.',
      icon: IconMail,
    },
    {
      title: 'Processes and jobs',
      path: '/settings/processes',
      about: 'The servers and workers that run, and the jobs that wait or have failed.',
      icon: IconServer,
    },
    {
      title: 'Protection',
      path: '/settings/protection',
      about: 'Limits of both sites, who is locked out, and the way back in.',
      icon: IconShield,
    },
    {
      title: 'Releases',
      path: '/settings/releases',
      about: 'What each release has changed.',
      icon: IconPackage,
    },
  ],
}
