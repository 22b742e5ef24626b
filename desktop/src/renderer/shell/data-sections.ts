import { importTypeNames, importTypes } from '@alumni/shared/exchange/imports'
import {
  IconArrowsDiff,
  IconDatabaseImport,
  IconFileImport,
  IconGift,
  IconMail,
  IconMailOff,
  IconReportSearch,
  IconSchoolOff,
  IconSend,
  IconUsers,
} from '@tabler/icons-react'
import type { NavigationItem } from './settings-sections.ts'

export const dataPages: readonly NavigationItem[] = [
  {
    title: 'Imports',
    path: '/settings/imports',
    description: 'Import files from the CRM: contacts, educations, areas of study and employment.',
    icon: IconDatabaseImport,
    keys: 'g i',
    pagesAs: 'links',
    pages: importTypes.map((type) => ({
      title: `${importTypeNames[type].title} import`,
      path: `/settings/imports/${type}`,
      description: importTypeNames[type].about,
      icon: IconFileImport,
    })),
  },
  {
    title: 'CRM changes',
    shortTitle: 'CRM',
    tabTitle: 'Changes',
    path: '/settings/crm/crm_changes',
    description: 'Export changes to the CRM and see which have arrived.',
    icon: IconSend,
    keys: 'g x',
    pagesAs: 'tabs',
    pages: [
      {
        title: 'CRM conflicts',
        shortTitle: 'Conflicts',
        path: '/settings/crm/conflicts',
        description: 'Decide which value is right where the CRM and this service differ.',
        icon: IconArrowsDiff,
        keys: 'g c',
      },
      {
        title: 'Giving import',
        shortTitle: 'Giving',
        path: '/settings/engagement_activities/import_giving',
        description: 'Import who gave and when, by fiscal year. Amounts are never stored.',
        icon: IconGift,
        keys: 'g g',
      },
    ],
  },
  {
    title: 'Reports',
    path: '/settings/reports',
    description: 'What may be wrong in the records, and where to correct it.',
    icon: IconReportSearch,
    keys: 'g r',
    pagesAs: 'links',
    pages: [
      {
        title: 'People who may be the same person',
        path: '/settings/reports/look_alikes',
        description: 'Records that may be one person, with the reasons.',
        icon: IconUsers,
      },
      {
        title: 'Duplicate e-mail addresses',
        path: '/settings/reports/duplicate_emails',
        description: 'The same address on several alumni.',
        icon: IconMail,
      },
      {
        title: 'Bounced letters',
        path: '/settings/reports/bounced_letters',
        description: 'People who did not get a letter, why, and what to do.',
        icon: IconMailOff,
      },
      {
        title: 'Alumni without degrees',
        path: '/settings/reports/alumni_without_degrees',
        description: 'People on file whose degree never came from the CRM.',
        icon: IconSchoolOff,
      },
    ],
  },
]
