import type { Kind } from './values.ts'
import { objectFromEntries } from '../object-from-entries.ts'

type Declaration = {
  label: string
  kind: Kind
  /** The group of the form in which staff edit it; without one they do not. */
  form?: 'Name' | 'E-mail' | 'Phone' | 'Address' | 'Contact preferences'
}

/** Every field of an alumnus, in the order of the page. The keys are the words of JSON, files and storage. */
const declared = {
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

type Declared = typeof declared
export type AlumnusField = keyof Declared
/** The fields whose declaration is like this. */
type Like<Part> = { [Field in AlumnusField]: Declared[Field] extends Part ? Field : never }[AlumnusField]

export const alumnusFields = Object.keys(declared) as AlumnusField[]
export const alumnusFieldNames: { [Field in AlumnusField]: Declared[Field]['label'] } = objectFromEntries(
  alumnusFields.map((field) => [field, declared[field].label]),
)
/** The kind of value of each field of an alumnus. */
export const kindOf: { [Field in AlumnusField]: Declared[Field]['kind'] } = objectFromEntries(
  alumnusFields.map((field) => [field, declared[field].kind]),
)

function ofKind<Which extends Kind>(kind: Which): Like<{ kind: Which }>[] {
  return alumnusFields.filter((field): field is Like<{ kind: Which }> => declared[field].kind === kind)
}
export const emailFields = ofKind('email')
export const phoneFields = ofKind('phone')
export type FlagField = Like<{ kind: 'flag' }>

/** The fields that staff may edit, in the order of the form. */
export type ContactField = Like<{ form: string }>
export type ContactFlag = Extract<ContactField, FlagField>
export type ContactText = Exclude<ContactField, ContactFlag>
export const contactFields = alumnusFields.filter((field): field is ContactField => 'form' in declared[field])
export const isContactFlag = (field: ContactField): field is ContactFlag => kindOf[field] === 'flag'
export const contactFlags = contactFields.filter(isContactFlag)
export const contactTexts = contactFields.filter((field): field is ContactText => !isContactFlag(field))
export const contactGroups = Map.groupBy(contactFields, (field) => declared[field].form)
