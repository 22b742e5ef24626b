import type { ValueKind } from './values.ts'
import { objectFromEntries } from '../object-from-entries.ts'

type Declaration = {
  label: string
  kind: ValueKind
  /** Group in the edit form. Fields without a group cannot be edited by staff. */
  form?: 'Name' | 'E-mail' | 'Phone' | 'Address' | 'Contact preferences'
}

/** The fields of an alumnus, in page order. The keys are also the names in JSON, files and the database. */
const declarations = {
  buid: { label: 'BUID', kind: 'buid' },
  contact_id: { label: 'Contact ID', kind: 'contact_id' },
  crm_id: { label: 'CRM ID', kind: 'crm_id' },
  prefix: { label: 'Prefix', kind: 'text' },
  first_name: { label: 'First name', kind: 'text' },
  middle_name: { label: 'Middle name', kind: 'text' },
  last_name: { label: 'Last name', kind: 'text' },
  suffix: { label: 'Suffix', kind: 'text' },
  preferred_name: { label: 'Preferred name', kind: 'text', form: 'Name' },
  former_last_name: { label: 'Former last name', kind: 'text' },
  primary_email: { label: 'Primary e-mail', kind: 'email', form: 'E-mail' },
  personal_email: { label: 'Personal e-mail', kind: 'email', form: 'E-mail' },
  work_email: { label: 'Work e-mail', kind: 'email', form: 'E-mail' },
  school_email: { label: 'School e-mail', kind: 'email', form: 'E-mail' },
  other_email: { label: 'Other e-mail', kind: 'email', form: 'E-mail' },
  mobile_phone: { label: 'Mobile phone', kind: 'phone', form: 'Phone' },
  home_phone: { label: 'Home phone', kind: 'phone', form: 'Phone' },
  street: { label: 'Street', kind: 'lines', form: 'Address' },
  city: { label: 'City', kind: 'text', form: 'Address' },
  state: { label: 'State', kind: 'text', form: 'Address' },
  postal_code: { label: 'Postal code', kind: 'text', form: 'Address' },
  country: { label: 'Country', kind: 'text', form: 'Address' },
  deceased: { label: 'Deceased', kind: 'flag' },
  do_not_contact: { label: 'Do not contact', kind: 'flag', form: 'Contact preferences' },
  do_not_email: { label: 'Do not e-mail', kind: 'flag', form: 'Contact preferences' },
} as const satisfies Record<string, Declaration>

type Declarations = typeof declarations
export type AlumnusField = keyof Declarations
type FieldWith<Part> = { [Field in AlumnusField]: Declarations[Field] extends Part ? Field : never }[AlumnusField]

export const alumnusFields = Object.keys(declarations) as AlumnusField[]
export const alumnusFieldNames: { [Field in AlumnusField]: Declarations[Field]['label'] } = objectFromEntries(
  alumnusFields.map((field) => [field, declarations[field].label]),
)
export const kindOf: { [Field in AlumnusField]: Declarations[Field]['kind'] } = objectFromEntries(
  alumnusFields.map((field) => [field, declarations[field].kind]),
)

function fieldsOfKind<OneKind extends ValueKind>(kind: OneKind): FieldWith<{ kind: OneKind }>[] {
  return alumnusFields.filter((field): field is FieldWith<{ kind: OneKind }> => declarations[field].kind === kind)
}
export const emailFields = fieldsOfKind('email')
export const phoneFields = fieldsOfKind('phone')
export type FlagField = FieldWith<{ kind: 'flag' }>

export type ContactField = FieldWith<{ form: string }>
export type ContactFlag = Extract<ContactField, FlagField>
export type ContactText = Exclude<ContactField, ContactFlag>
export const contactFields = alumnusFields.filter((field): field is ContactField => 'form' in declarations[field])
export const isContactFlag = (field: ContactField): field is ContactFlag => kindOf[field] === 'flag'
export const contactFlags = contactFields.filter(isContactFlag)
export const contactTexts = contactFields.filter((field): field is ContactText => !isContactFlag(field))
export const contactGroups = Map.groupBy(contactFields, (field) => declarations[field].form)
