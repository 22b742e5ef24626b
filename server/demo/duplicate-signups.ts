import type { Client } from 'pg'
import { copyTable } from './copy-table.ts'

const again = { status: 'completed', country: null, postal_code: null, former_last_name: null, phone: null }

/** People who have signed up more than once: Peggy with two more of her addresses, Siobhán with that of her school. */
const duplicateSignups = [
  {
    ...again,
    email: 'moneil@hospital.example.org',
    first_name: 'Margaret',
    last_name: "O'Neil",
    zip_code: '02116',
    city: 'Boston',
    phone: '+1 617 555 0104',
    created_at: '2026-09-14T11:20:00Z',
  },
  {
    ...again,
    email: 'peggy+family@example.net',
    first_name: 'Peggy',
    last_name: 'Jones',
    zip_code: '02116-1234',
    city: 'Boston',
    created_at: '2026-11-08T20:41:00Z',
  },
  {
    ...again,
    email: 'siobhan.oneil3@alumni.example.edu',
    first_name: 'Siobhan',
    last_name: "O'Neil",
    zip_code: null,
    city: 'Dublin',
    country: 'IE',
    postal_code: 'D02F205',
    created_at: '2026-11-12T08:02:00Z',
  },
]

/** Signups that look alike, for the page of possible duplicates. It needs the named signups and their events. */
export async function loadDuplicates(client: Client): Promise<void> {
  await copyTable(client, 'champion_signups', duplicateSignups)
  await client.query(`insert into event_rsvps (event_id, signup_id, status)
    select e.id, s.id, 'going' from events e, champion_signups s
    where e.slug = 'winter-concert' and s.email in ('moneil@hospital.example.org', 'peggy.oneil@example.org')
    on conflict do nothing`)
}
