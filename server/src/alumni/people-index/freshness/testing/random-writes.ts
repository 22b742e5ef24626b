type Random = (below: number) => number

const people = 40

export const catalog = `
  insert into affinities values ('ROW', 'Rowing', 'Athletics'), ('BAND', 'Band', 'Athletics');
  insert into staff_users (email, name, role) values ('stan@example.edu', 'Stan', 'staff');
  insert into events (slug, title, summary, starts_at, ends_at, time_zone)
    select 'tea ' || n, 'Tea', '', now(), now(), 'UTC' from generate_series(1, 2) n;
  insert into opportunities (slug, title, kind, summary) values ('mentor', 'Mentor', 'mentoring', '');
  insert into list_letters (slug, title, summary, body, topic, salutation, fallback, replies_to, list, status, event_id, opportunity_id)
    values ('tea', 'A letter', '', '', 'events', '', '', 'office', '{}', 'sending', 1, null),
      ('mentor', 'A letter', '', '', 'events', '', '', 'office', '{}', 'sending', null, 1);`

const signup = "(select id from champion_signups where email = 'EMAIL' and deleted_at is null)"

/** Writes to each of the ten tables; some change nothing. Upper-case words are replaced by random values. */
const writes = [
  `insert into alumni (buid, first_name, last_name, city, mobile_phone, primary_email) values ('BUID', 'NAME', 'NAME', 'CITY', '61755501NN', 'EMAIL')
    on conflict (buid) do update set last_name = excluded.last_name, city = excluded.city, mobile_phone = excluded.mobile_phone`,
  `insert into alumni (buid, last_name) select 'B1' || lpad(n::text, 7, '0'), 'NAME' from generate_series(NN, NN + 9) n on conflict do nothing`,
  `update alumni set deceased = not deceased, do_not_email = not do_not_email, former_last_name = 'NAME' where buid = 'BUID'`,
  `insert into educations (buid, kind, degree_code, degree_date, college_code) select buid, 'degree', 'BS', 'DAY', 'EN' from alumni where buid = 'BUID' on conflict do nothing`,
  `update educations set degree_code = 'MS' where buid = 'BUID' and degree_date = (select max(degree_date) from educations where buid = 'BUID' and degree_code = 'BS')`,
  `delete from educations where buid = 'BUID'`,
  `insert into employments (buid, employer, current, start_date) select buid, 'NAME', true, 'DAY' from alumni where buid = 'BUID' on conflict do nothing`,
  `update employments set current = not current where buid = 'BUID'`,
  `insert into alumni_affinities select buid, 'ROW' from alumni where buid = 'BUID' on conflict do nothing`,
  `delete from alumni_affinities where buid = 'BUID'`,
  `insert into engagements (buid, activity_code, engagement_date, description) select buid, 'gift', 'DAY', 'NAME' from alumni where buid = 'BUID'`,
  `insert into engagements (buid, activity_code, engagement_date) select buid, 'event', 'DAY' from alumni`,
  `delete from engagements where buid = 'BUID'`,
  `insert into asks (buid, event_id, topic, how, asked_by, asked_on, answer, noted_by_id) select buid, 1, 'events', 'call', 'Stan', 'DAY', 'maybe', 1 from alumni where buid = 'BUID'`,
  `update asks set answer = 'yes' where buid = 'BUID'`,
  `delete from asks where buid = 'BUID'`,
  `insert into champion_signups (email, buid) select 'EMAIL', (select buid from alumni where buid = 'BUID') on conflict do nothing`,
  `update champion_signups set buid = (select buid from alumni where buid = 'BUID') where email = 'EMAIL' and deleted_at is null`,
  `update champion_signups set deleted_at = now() where email = 'EMAIL' and deleted_at is null`,
  `update champion_signups s set merged_into_id = (select max(id) from champion_signups o where o.deleted_at is null) where id = ${signup}
    and id <> (select max(id) from champion_signups o where o.deleted_at is null)`,
  `insert into event_rsvps (event_id, signup_id, status) select 1, id, 'going' from champion_signups where id = ${signup} on conflict (event_id, signup_id) do update set status = 'cancelled'`,
  `insert into opportunity_responses (opportunity_id, signup_id, status) select 1, id, 'responded' from champion_signups where id = ${signup} on conflict do nothing`,
  `delete from event_rsvps where signup_id = ${signup}`,
  `insert into list_letter_recipients (letter_id, alumnus_id, state, changed_at) select 1, id, 'waiting', 'DAY' from alumni where buid = 'BUID' on conflict do nothing`,
  `insert into list_letter_recipients (letter_id, signup_id, state, changed_at) select 2, id, 'sent', 'DAY' from champion_signups where id = ${signup} on conflict do nothing`,
  `update list_letter_recipients set state = 'sent' where state = 'waiting'`,
  `delete from list_letter_recipients where letter_id = 2`,
  `delete from employments where buid = 'BUID'; delete from engagements where buid = 'BUID'; delete from educations where buid = 'BUID';
    delete from asks where buid = 'BUID'; delete from alumni_affinities where buid = 'BUID';
    delete from alumni a where buid = 'BUID' and not exists (select from champion_signups s where s.buid = a.buid)
      and not exists (select from list_letter_recipients r where r.alumnus_id = a.id)`,
]

const tables = [
  'alumni',
  'educations',
  'employments',
  'alumni_affinities',
  'champion_signups',
  'engagements',
  'asks',
  'event_rsvps',
  'opportunity_responses',
  'list_letter_recipients',
]

export function randomWrites(random: Random): string {
  const entry = <T>(list: readonly T[]): T => list[random(list.length)]!
  const write = () => {
    const buid = `B1${String(random(people)).padStart(7, '0')}`
    return entry(writes)
      .replaceAll('BUID', buid)
      .replaceAll('EMAIL', `someone${random(people / 4)}@example.org`)
      .replaceAll('NAME', entry(['Álvarez', 'Chen', 'van der Berg', 'Tern']))
      .replaceAll('CITY', entry(['Boston', 'Oslo']))
      .replaceAll('DAY', `20${10 + random(15)}-05-${10 + random(19)}`)
      .replaceAll('NN', String(10 + random(people - 10)))
  }
  return Array.from({ length: 1 + random(3) }, write).join(';')
}

/** Returns a statement after which the change log does not list the changed people. */
export function randomChangeOfEveryone(random: Random): string {
  const table = tables[random(tables.length)]!
  return [
    'insert into alumni_changes default values',
    `truncate ${table} cascade`,
    // Demo data are loaded like this.
    `alter table alumni disable trigger user;
      insert into alumni (buid, last_name) select 'B2' || lpad(n::text, 7, '0'), 'Untold' from generate_series(1, 20) n on conflict (buid) do update set city = 'Oslo';
      alter table alumni enable trigger user;
      insert into alumni_changes default values`,
  ][random(3)]!
}
