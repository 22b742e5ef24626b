import type { AlumnusField } from '@alumni/shared/alumni/record'
import { kindOf } from '@alumni/shared/alumni/values'
import type { Field, ImportDefinition } from '../definition.ts'

const columns: readonly (Omit<Field, 'kind'> & { name: AlumnusField })[] = [
  { name: 'buid', label: 'BUID', isRequired: true, also: ['Contact External ID'] },
  { name: 'contact_id', label: 'Contact ID' },
  { name: 'crm_id', label: 'CRM ID', also: ['Id', 'Contact 18 Digit ID', 'Case Safe ID'] },
  { name: 'prefix', label: 'Prefix', also: ['Salutation'] },
  { name: 'first_name', label: 'First Name' },
  { name: 'middle_name', label: 'Middle Name' },
  { name: 'last_name', label: 'Last Name' },
  { name: 'suffix', label: 'Suffix' },
  {
    name: 'preferred_name',
    label: 'Preferred Name',
    also: ['Nickname', 'Preferred First Name', 'Chosen First Name'],
  },
  { name: 'former_last_name', label: 'Former Last Name', also: ['Maiden Name'] },
  { name: 'primary_email', label: 'Primary Email', also: ['Email'] },
  { name: 'personal_email', label: 'Personal Email', also: ['Alternate Email'] },
  { name: 'work_email', label: 'Work Email', also: ['Business Email'] },
  { name: 'school_email', label: 'School Email', also: ['University Email'] },
  { name: 'other_email', label: 'Other Email' },
  { name: 'mobile_phone', label: 'Mobile Phone', also: ['Mobile'] },
  { name: 'home_phone', label: 'Home Phone', also: ['Other Phone'] },
  { name: 'street', label: 'Street', also: ['Mailing Street', 'Mailing Address Line 1'] },
  { name: 'city', label: 'City', also: ['Mailing City'] },
  {
    name: 'state',
    label: 'State',
    also: ['Mailing State', 'Mailing State/Province', 'Mailing State Code', 'State/Province'],
  },
  {
    name: 'postal_code',
    label: 'Postal Code',
    also: ['Mailing Postal Code', 'Mailing Zip/Postal Code', 'Zip/Postal Code', 'Zip Code', 'Zip'],
  },
  { name: 'country', label: 'Country', also: ['Mailing Country', 'Mailing Country Code'] },
  { name: 'deceased', label: 'Deceased', also: ['Is Deceased', 'Date of Death'] },
  { name: 'do_not_contact', label: 'Do Not Contact' },
  { name: 'do_not_email', label: 'Do Not Email', also: ['Has Opted Out Of Email', 'Email Opt Out'] },
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
  fields: columns.map((column) => ({ ...column, kind: kindOf[column.name] })),
}
