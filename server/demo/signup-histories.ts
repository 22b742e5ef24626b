import type { Client } from 'pg'

/** What named champions told us beside their name and place. */
const answers = [
  { email: 'jose.alvarez@example.org', phone: '(617) 555-0101', degree_year: 2015, help_roles: ['mentor', 'recruit'] },
  { email: 'siobhan.oneil@example.net', phone: '+353 1 555 0133', degree_year: 2009, help_roles: ['welcome', 'speak'] },
  { email: 'peggy.oneil@example.org', phone: '(617) 555-0104', degree_year: null, help_roles: ['host', 'organise'] },
  { email: 'minh.nguyen@example.com', phone: null, degree_year: null, help_roles: ['mentor', 'advise'] },
]

/** Browsers that are remembered, a year at least. */
const devices = [
  { email: 'jose.alvarez@example.org', name: 'Safari on iPhone', days: 190 },
  { email: 'peggy.oneil@example.org', name: 'Firefox on Windows', days: 90 },
  { email: 'peggy.oneil@example.org', name: 'Safari on iPad', days: 30 },
]

/** Gives the champions that are there a past: consent, devices, and the events that tell of what they did. */
export async function loadSignupHistories(client: Client): Promise<void> {
  await client.query(
    `update champion_signups s set phone = coalesce(s.phone, a.phone), degree_year = coalesce(s.degree_year, a.degree_year),
       help_roles = case when s.help_roles = '{}' then a.help_roles else s.help_roles end
     from jsonb_to_recordset($1::jsonb) a (email text, phone text, degree_year int, help_roles text[]) where s.email = a.email`,
    [JSON.stringify(answers)],
  )
  await client.query(
    `update champion_signups set consented_at = created_at, privacy_policy_version = '2026-11-22',
       completed_at = case when status <> 'started' then created_at + interval '4 minutes' end where consented_at is null`,
  )
  await client.query(
    `insert into champion_devices (signup_id, name, token_hash, created_at, used_at, expires_at)
     select s.id, d.name, gen_random_uuid()::text, now() - d.days * interval '1 day', now() - interval '3 hours', now() + interval '60 days'
     from jsonb_to_recordset($1::jsonb) d (email text, name text, days int) join champion_signups s on s.email = d.email`,
    [JSON.stringify(devices)],
  )
  await client.query(
    `insert into activity_events (signup_id, type, occurred_at, payload)
     select * from (
       select id, 'signup_started', created_at, '{}'::jsonb from champion_signups
       union all select id, 'signup_completed', completed_at, '{}' from champion_signups where completed_at is not null
       union all select id, 'signin_completed', created_at + interval '9 minutes', '{"method": "link"}' from champion_signups where completed_at is not null
       union all select id, 'google_linked', google_linked_at, '{}' from champion_signups where google_linked_at is not null
       union all select id, 'signup_linked', created_at + interval '2 days', jsonb_build_object('buid', buid) from champion_signups where status = 'linked'
       union all select signup_id, 'device_remembered', created_at, jsonb_build_object('device', id) from champion_devices
       union all select signup_id, 'opportunity_responded', asked_at, jsonb_build_object('opportunity', opportunity_id, 'response', id) from opportunity_responses
     ) told (signup, type, at, payload) order by at, signup`,
  )
}
