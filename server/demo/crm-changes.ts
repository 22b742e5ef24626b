import type { ContactText } from '@alumni/shared/alumni/record'
import type { Client } from 'pg'
import { buidAt } from './crm-ids.ts'

type Demo = [
  index: number,
  field: ContactText,
  after: string | null,
  madeBy: 'Ada Lindqvist' | 'Stan Okafor' | 'champion',
  days: number,
  rejection?: string,
]

/** What waits for the CRM: since today and for long, one that its loader has refused, one of someone without a CRM ID. */
const changes: readonly Demo[] = [
  [40, 'city', 'Chapel Hill', 'Stan Okafor', 0],
  [41, 'mobile_phone', '+1 919 555 0188', 'Stan Okafor', 0],
  [42, 'personal_email', 'new.address@example.org', 'champion', 1],
  [43, 'street', '221 Franklin Street, Apartment 12', 'Ada Lindqvist', 3],
  [44, 'work_email', null, 'Stan Okafor', 9],
  [
    45,
    'country',
    'Untied States',
    'Stan Okafor',
    12,
    'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST:bad country: Untied States',
  ],
  [46, 'preferred_name', 'Bea', 'champion', 36],
]

/** A staff member's change is on file here already; what a champion says is there once the CRM says the same. */
export async function loadCrmChanges(client: Client): Promise<void> {
  for (const [index, field, after, madeBy, days, rejection = null] of changes) {
    const isChampion = madeBy === 'champion'
    const { rowCount } = await client.query(
      `insert into crm_data_changes (buid, field, before, after, made_by, created_at, rejection, rejected_at)
       select buid, $2, ${field}, $3,
         case when $4 then concat_ws(' ', coalesce(preferred_name, first_name), last_name, '(champion)') else $5 end,
         now() - make_interval(days => $6), $7::text, case when $7::text is not null then now() - interval '2 days' end
       from alumni where buid = $1 and ${field} is distinct from $3`,
      [buidAt(index), field, after, isChampion, madeBy, days, rejection],
    )
    if (rowCount && !isChampion)
      await client.query(`update alumni set ${field} = $2 where buid = $1`, [buidAt(index), after])
  }
}
