import { kindOf, type AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { formulaPattern } from '@alumni/shared/csv'
import { addChecksum } from '@alumni/shared/exchange/crm-id'
import type { Db } from '../../foundations/database/db.ts'

/** Clears the field in the CRM, because a blank cell would leave the field unchanged. */
const emptyValue = '#N/A'
const chunkSize = 500

/** Builds the CRM loader's file: one row per contact, one column per changed field. Omits people without a CRM ID. */
export async function buildLoaderFile(
  db: Db,
  batchId: number,
  columns: LoaderColumns,
): Promise<{ header: string[]; rows: AsyncGenerator<string[][]> }> {
  const changes = db
    .selectFrom('crm_data_changes as change')
    .innerJoin('alumni', 'alumni.buid', 'change.buid')
    .where('change.export_batch_id', '=', batchId)
    .where('change.status', '=', 'exported')
    .where('alumni.crm_id', 'is not', null)
  const used = new Set((await changes.select('change.field').distinct().execute()).map(({ field }) => field))
  const fields = (Object.keys(columns) as (keyof LoaderColumns)[]).filter((field) => used.has(field))
  async function* rows() {
    const contacts = await changes.select('alumni.crm_id').distinct().orderBy('alumni.crm_id').execute()
    for (let first = 0; first < contacts.length; first += chunkSize) {
      const ids = contacts.slice(first, first + chunkSize).map(({ crm_id }) => crm_id)
      const found = await changes
        .select(['alumni.crm_id', 'change.field', 'change.after'])
        .where(sql<boolean>`alumni.crm_id = any(${ids}::text[])`)
        .orderBy('change.id')
        .execute()
      // If two alumni share a CRM ID, the later change of a field wins.
      const byContact = Map.groupBy(found, ({ crm_id }) => crm_id!)
      yield [...byContact]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, contactChanges]) => {
          const values = new Map(contactChanges.map(({ field, after }) => [field, after]))
          return [
            addChecksum(id),
            ...fields.map((field) => (values.has(field) ? cellOf(field, values.get(field) ?? null) : '')),
          ]
        })
    }
  }
  return { header: ['Id', ...fields.map((field) => columns[field])], rows: rows() }
}

/** Prefixes text that looks like a formula with `'`, which a contacts import removes. Does not change phone numbers. */
function cellOf(field: keyof LoaderColumns, value: string | null): string {
  if (value === null) return emptyValue
  return (kindOf[field] === 'text' || kindOf[field] === 'lines') && formulaPattern.test(value) ? `'${value}` : value
}

type Identifier = 'buid' | 'contact_id' | 'crm_id'
type LoaderColumns = Record<Exclude<AlumnusField, Identifier>, string>

/** API field names in Salesforce and the Affinaquest package. */
export const defaultColumns: LoaderColumns = {
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

/** `overrides` are the institution's `CRM_COLUMNS`. Throws if they name unknown fields. */
export function buildLoaderColumns(overrides: ReadonlyMap<string, string>): LoaderColumns {
  const unknown = [...overrides.keys()].filter((field) => !(field in defaultColumns))
  if (unknown.length > 0)
    throw new Error(
      `CRM_COLUMNS names ${unknown.join(', ')}; the fields are ${Object.keys(defaultColumns).join(', ')}.`,
    )
  return { ...defaultColumns, ...Object.fromEntries(overrides) }
}
