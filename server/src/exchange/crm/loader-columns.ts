import type { AlumnusField } from '@alumni/shared/alumni/record'

/** Fields by which a person is found; they are never changed here. */
type Identifier = 'buid' | 'contact_id' | 'crm_id'
export type LoaderColumns = Record<Exclude<AlumnusField, Identifier>, string>

/** The column of a contact in the CRM for each field, by its API name: the CRM's own, and those of the Affinaquest package. */
export const usualColumns: LoaderColumns = {
  prefix: 'Salutation',
  first_name: 'FirstName',
  middle_name: 'MiddleName',
  last_name: 'LastName',
  suffix: 'Suffix',
  preferred_name: 'AQB__Nickname__c',
  former_last_name: 'AQB__MaidenName__c',
  primary_email: 'Email',
  personal_email: 'AQB__PersonalEmail__c',
  work_email: 'AQB__BusinessEmail__c',
  school_email: 'AQB__SchoolEmail__c',
  other_email: 'AQB__OtherEmail__c',
  mobile_phone: 'MobilePhone',
  home_phone: 'OtherPhone',
  street: 'MailingStreet',
  city: 'MailingCity',
  state: 'MailingState',
  postal_code: 'MailingPostalCode',
  country: 'MailingCountry',
  deceased: 'Deceased__c',
  do_not_contact: 'Do_Not_Contact__c',
  do_not_email: 'HasOptedOutOfEmail',
}

/** The usual columns, some of them named otherwise at this institution. Throws for a field that is none. */
export function loaderColumns(own: ReadonlyMap<string, string>): LoaderColumns {
  const unknown = [...own.keys()].filter((field) => !(field in usualColumns))
  if (unknown.length > 0)
    throw new Error(`CRM_COLUMNS names ${unknown.join(', ')}; the fields are ${Object.keys(usualColumns).join(', ')}.`)
  return { ...usualColumns, ...Object.fromEntries(own) }
}
