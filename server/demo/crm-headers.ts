import type { ImportType } from '@alumni/shared/exchange/imports'
import { definitions } from '../src/exchange/imports/types.ts'

export const headerStyles = ['ours', 'labels', 'affinaquest', 'eda'] as const
/** `ours` are the headers we document, `labels` those of CRM reports, the other two the API names of two CRM packages. */
export type HeaderStyle = (typeof headerStyles)[number]

type Names = Partial<Record<ImportType, Record<string, string>>>

const standard = {
  prefix: 'Salutation',
  first_name: 'FirstName',
  middle_name: 'MiddleName',
  last_name: 'LastName',
  suffix: 'Suffix',
  mobile_phone: 'MobilePhone',
  home_phone: 'OtherPhone',
  street: 'MailingStreet',
  city: 'MailingCity',
  state: 'MailingState',
  postal_code: 'MailingPostalCode',
  country: 'MailingCountry',
  crm_id: 'Id',
  do_not_email: 'HasOptedOutOfEmail',
  primary_email: 'Email',
}

const names: Record<Exclude<HeaderStyle, 'ours'>, Names> = {
  labels: {
    contacts: {
      crm_id: 'Case Safe ID',
      prefix: 'Salutation',
      preferred_name: 'Preferred First Name',
      former_last_name: 'Maiden Name',
      primary_email: 'Email',
      personal_email: 'Alternate Email',
      work_email: 'Business Email',
      school_email: 'University Email',
      mobile_phone: 'Mobile',
      home_phone: 'Other Phone',
      street: 'Mailing Street',
      city: 'Mailing City',
      state: 'Mailing State/Province',
      postal_code: 'Mailing Zip/Postal Code',
      country: 'Mailing Country',
      do_not_email: 'Email Opt Out',
    },
    educations: { degree_code: 'Degree', degree_date: 'Graduation Date' },
    'areas-of-study': { area_type: 'Concentration Level', major_desc: 'Area Of Study' },
    employment: { employer: 'Employer Name', job_title: 'Title' },
  },
  affinaquest: {
    contacts: {
      ...standard,
      buid: 'AQB__ContactExternalID__c',
      former_last_name: 'AQB__MaidenName__c',
      preferred_name: 'AQB__Nickname__c',
      personal_email: 'AQB__PersonalEmail__c',
      work_email: 'AQB__BusinessEmail__c',
      school_email: 'AQB__SchoolEmail__c',
      other_email: 'AQB__OtherEmail__c',
    },
    educations: {
      degree_code: 'AQB__DegreeDiploma__c',
      major_desc: 'AQB__Department__c',
      college_name: 'AQB__School__c',
    },
    'areas-of-study': { area_type: 'AQB__ConcentrationLevel__c', major_desc: 'AQB__AreaOfStudy__c' },
    employment: {
      employer: 'AQB__EmployerName__c',
      job_title: 'AQB__Title__c',
      start_date: 'AQB__StartDate__c',
      end_date: 'AQB__EndDate__c',
      current: 'AQB__IsPrimaryEmployer__c',
    },
  },
  eda: {
    contacts: {
      ...standard,
      former_last_name: 'hed__Former_Last_Name__c',
      preferred_name: 'Preferred_First_Name__c',
      personal_email: 'hed__AlternateEmail__c',
      work_email: 'hed__WorkEmail__c',
      school_email: 'hed__UniversityEmail__c',
      deceased: 'hed__Deceased__c',
      do_not_contact: 'hed__Do_Not_Contact__c',
    },
    educations: { degree_code: 'hed__Degree_Earned__c', degree_date: 'hed__Graduation_Date__c' },
    employment: {
      employer: 'hed__Account__c',
      job_title: 'hed__Role__c',
      start_date: 'hed__StartDate__c',
      end_date: 'hed__EndDate__c',
    },
  },
}

const extra = [
  'Donor Segment',
  'Spouse Name',
  'Household Number',
  'Assigned Officer',
  'Last Contacted',
  'Magazine Edition',
  'Notes',
  'Reunion Class',
  'Region',
  'Owner',
  'Last Modified By',
  'Source System',
]

/** The header of a file of the type, in the order of its fields; columns that nobody knows come last. */
export function headerOf(type: ImportType, style: HeaderStyle, extraColumns: number): string[] {
  const known = definitions[type].fields.map(({ name, label }) => {
    if (style === 'ours') return label
    return names[style][type]?.[name] ?? (style === 'labels' ? label : `${label.replaceAll(' ', '_')}__c`)
  })
  return [...known, ...Array.from({ length: extraColumns }, (_, at) => extra[at] ?? `Custom Field ${at + 1}`)]
}
