import { kindOf, type AlumnusField } from '@alumni/shared/alumni/fields'
import { foldHeader, type ImportType } from '@alumni/shared/exchange/imports'
import type { ImportDefinition, Field } from './definition.ts'
import { fieldLabel } from '@alumni/shared/alumni/record'

const usual = { unique: [], chunk: 200, isSnapshot: false, isProtectedByCrmChanges: false }

const buid: Field = {
  name: 'buid',
  label: 'BUID',
  kind: 'buid',
  isRequired: true,
  otherNames: [
    'Contact External ID',
    'AQB__ContactId__r.AQB__ContactExternalID__c',
    'AQB__Contact__r.AQB__ContactExternalID__c',
  ],
}

const areasOfStudy: ImportDefinition = {
  type: 'areas-of-study',
  table: 'educations',
  record: 'education',
  key: ['buid', 'area_type', 'major_code'],
  constants: { kind: 'area_of_study' },
  ...usual,
  fields: [
    buid,
    { name: 'area_type', label: 'Area Type', kind: 'code', isRequired: true, otherNames: ['Concentration Level'] },
    { name: 'major_code', label: 'Major Code', kind: 'code', isRequired: true },
    { name: 'major_desc', label: 'Major', kind: 'text', otherNames: ['Area Of Study'] },
    { name: 'degree_code', label: 'Degree Code', kind: 'code' },
    { name: 'degree_date', label: 'Degree Date', kind: 'date' },
    { name: 'college_code', label: 'College Code', kind: 'code' },
    { name: 'college_name', label: 'College', kind: 'text', otherNames: ['School'] },
  ],
}

const educations: ImportDefinition = {
  type: 'educations',
  table: 'educations',
  record: 'education',
  key: ['buid', 'degree_code', 'degree_date'],
  constants: { kind: 'degree' },
  ...usual,
  fields: [
    buid,
    {
      name: 'degree_code',
      label: 'Degree Code',
      kind: 'code',
      isRequired: true,
      otherNames: ['Degree Diploma', 'Degree Earned', 'Degree'],
    },
    {
      name: 'degree_date',
      label: 'Degree Date',
      kind: 'date',
      isRequired: true,
      otherNames: ['Graduation Date', 'Date Conferred', 'Conferral Date'],
    },
    { name: 'major_code', label: 'Major Code', kind: 'code' },
    { name: 'major_desc', label: 'Major', kind: 'text', otherNames: ['Department'] },
    { name: 'college_code', label: 'College Code', kind: 'code' },
    { name: 'college_name', label: 'College', kind: 'text', otherNames: ['School'] },
  ],
}

const employment: ImportDefinition = {
  type: 'employment',
  table: 'employments',
  record: 'employment',
  key: ['buid', 'employer', 'start_date'],
  ...usual,
  isSnapshot: true,
  fields: [
    buid,
    {
      name: 'employer',
      label: 'Employer',
      kind: 'text',
      isRequired: true,
      otherNames: ['Employer Name', 'Organization', 'Account Name', 'Account'],
    },
    { name: 'job_title', label: 'Job Title', kind: 'text', otherNames: ['Title', 'Role'] },
    { name: 'start_date', label: 'Start Date', kind: 'date' },
    { name: 'end_date', label: 'End Date', kind: 'date' },
    { name: 'current', label: 'Current', kind: 'current', otherNames: ['Status', 'Is Current', 'Is Primary Employer'] },
  ],
}

const columns: readonly (Omit<Field, 'kind'> & { name: AlumnusField })[] = [
  { name: 'buid', label: 'BUID', isRequired: true, otherNames: ['Contact External ID'] },
  { name: 'contact_id', label: 'Contact ID' },
  { name: 'crm_id', label: 'CRM ID', otherNames: ['Id', 'Contact 18 Digit ID', 'Case Safe ID'] },
  { name: 'prefix', label: 'Prefix', otherNames: ['Salutation'] },
  { name: 'first_name', label: 'First Name' },
  { name: 'middle_name', label: 'Middle Name' },
  { name: 'last_name', label: 'Last Name' },
  { name: 'suffix', label: 'Suffix' },
  {
    name: 'preferred_name',
    label: 'Preferred Name',
    otherNames: ['Nickname', 'Preferred First Name', 'Chosen First Name'],
  },
  { name: 'former_last_name', label: 'Former Last Name', otherNames: ['Maiden Name'] },
  { name: 'primary_email', label: 'Primary Email', otherNames: ['Email'] },
  { name: 'personal_email', label: 'Personal Email', otherNames: ['Home Email', 'Alternate Email'] },
  { name: 'work_email', label: 'Work Email', otherNames: ['Business Email'] },
  { name: 'school_email', label: 'School Email', otherNames: ['University Email'] },
  { name: 'other_email', label: 'Other Email' },
  { name: 'mobile_phone', label: 'Mobile Phone', otherNames: ['Mobile'] },
  { name: 'home_phone', label: 'Home Phone', otherNames: ['Other Phone'] },
  { name: 'street', label: 'Street', otherNames: ['Mailing Street', 'Mailing Address Line 1'] },
  { name: 'city', label: 'City', otherNames: ['Mailing City'] },
  {
    name: 'state',
    label: 'State',
    otherNames: ['Mailing State', 'Mailing State/Province', 'Mailing State Code', 'State/Province'],
  },
  {
    name: 'postal_code',
    label: 'Postal Code',
    otherNames: ['Mailing Postal Code', 'Mailing Zip/Postal Code', 'Zip/Postal Code', 'Zip Code', 'Zip'],
  },
  { name: 'country', label: 'Country', otherNames: ['Mailing Country', 'Mailing Country Code'] },
  { name: 'deceased', label: 'Deceased', otherNames: ['Is Deceased', 'Date of Death'] },
  { name: 'do_not_contact', label: 'Do Not Contact' },
  { name: 'do_not_email', label: 'Do Not Email', otherNames: ['Has Opted Out Of Email', 'Email Opt Out'] },
]

export const contacts: ImportDefinition = {
  type: 'contacts',
  table: 'alumni',
  record: 'alumnus',
  key: ['buid'],
  unique: ['contact_id'],
  chunk: 500,
  isSnapshot: false,
  isProtectedByCrmChanges: true,
  fields: columns.map((column) => ({ ...column, otherNames: otherNamesOf(column), kind: kindOf[column.name] })),
}

/** Adds the label that is used on staff pages and in this service's exports. */
function otherNamesOf({ name, label, otherNames = [] }: (typeof columns)[number]): readonly string[] {
  return foldHeader(fieldLabel(name)) === foldHeader(label) ? otherNames : [...otherNames, fieldLabel(name)]
}

export const definitions: Record<ImportType, ImportDefinition> = {
  contacts,
  educations,
  'areas-of-study': areasOfStudy,
  employment,
}
