import { kindOf, type AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { formulaPattern } from '@alumni/shared/csv'
import { addChecksum } from '@alumni/shared/exchange/crm-id'
import type { Db } from '../../foundations/database/db.ts'

/** The loader reads this as "no value"; a blank cell leaves the CRM's value as it is. */
const clear = '#N/A'
const contactsAtOnce = 500

/**
 * The file of an export for the CRM's loader: a row per contact, with the CRM's own id of 18 characters, and a column
 * for each field of which the export has a change that waits for the CRM. People without a CRM ID are left out: the
 * loader cannot find them.
 */
export async function loaderFile(
  db: Db,
  batchId: number,
  columns: LoaderColumns,
): Promise<{ header: string[]; rows: AsyncGenerator<string[][]> }> {
  const changes = db
    .selectFrom('crm_data_changes as d')
    .innerJoin('alumni as a', 'a.buid', 'd.buid')
    .where('d.export_batch_id', '=', batchId)
    .where('d.status', '=', 'exported')
    .where('a.crm_id', 'is not', null)
  const used = new Set((await changes.select('d.field').distinct().execute()).map(({ field }) => field))
  const fields = (Object.keys(columns) as (keyof LoaderColumns)[]).filter((field) => used.has(field))
  async function* rows() {
    const contacts = await changes.select('a.crm_id').distinct().orderBy('a.crm_id').execute()
    for (let first = 0; first < contacts.length; first += contactsAtOnce) {
      const ids = contacts.slice(first, first + contactsAtOnce).map(({ crm_id }) => crm_id)
      const found = await changes
        .select(['a.crm_id', 'd.field', 'd.after'])
        .where(sql<boolean>`a.crm_id = any(${ids}::text[])`)
        .orderBy('d.id')
        .execute()
      // Two alumni may be one contact of the CRM: the later change of a field counts.
      const byContact = Map.groupBy(found, ({ crm_id }) => crm_id!)
      yield [...byContact]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, theirs]) => {
          const values = new Map(theirs.map(({ field, after }) => [field, after]))
          return [
            addChecksum(id),
            ...fields.map((field) => (values.has(field) ? cellOf(field, values.get(field) ?? null) : '')),
          ]
        })
    }
  }
  return { header: ['Id', ...fields.map((field) => columns[field])], rows: rows() }
}

/**
 * Text that a spreadsheet would run begins with `'`, which a contacts import takes off again; a `+` before a phone
 * number is part of it.
 */
function cellOf(field: keyof LoaderColumns, value: string | null): string {
  if (value === null) return clear
  return (kindOf[field] === 'text' || kindOf[field] === 'lines') && formulaPattern.test(value) ? `'${value}` : value
}

/** Fields by which a person is found; they are never changed here. */
type Identifier = 'buid' | 'contact_id' | 'crm_id'
type LoaderColumns = Record<Exclude<AlumnusField, Identifier>, string>

/**
 * The column of a contact in the CRM for each field, by its API name: the CRM's own, and those of the Affinaquest
 * package.
 */
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
