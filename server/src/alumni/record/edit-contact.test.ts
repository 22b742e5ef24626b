import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AlumnusPage, ContactValues, HistoryPage } from '@alumni/shared/alumni/record'
import { buildCrmStory } from '../../exchange/crm/testing/crm-story.ts'
import { csv } from '../../exchange/imports/testing/import-story.ts'

const { ada, as, nobody, visitor, change, changes, conflicts, db, forgetCrm, importFile, alumnus, rowsOf, people } =
  await buildCrmStory()
const stan = await as('staff')
const vera = await as('viewer')
const url = '/alumni/B00000001/contact'
const edit = (body: unknown, editor = stan, to = url) =>
  editor.request({ method: 'PATCH', url: to, payload: body as object })
const editField = (field: string, value: unknown, seenValues: unknown, editor = stan) =>
  edit({ [field]: value, seen: { [field]: seenValues } }, editor)
const listPending = async () =>
  (await rowsOf('crm_data_changes')).map(({ field, before, after, status }) => [field, before, after, status])
const exportAll = async (count: number) =>
  (await ada.post('/settings/crm/crm_changes/export', { confirm_count: count })).json<{
    export_batch: { links: { undo: string } }
  }>().export_batch
const importCity = (city: string) => importFile('contacts', csv('BUID,City', `B00000001,${city}`))

beforeEach(async () => {
  await forgetCrm()
  await change(
    'alumni',
    { buid: 'B00000001' },
    { primary_email: 'peggy@example.org', city: 'Durham', do_not_email: false, country: null, street: null },
  )
})

test('Stan corrects Peggy’s e-mail, which is saved, in the history, audited, and pending for the CRM', async () => {
  const reply = await edit({
    primary_email: ' Peggy.New@example.org ',
    do_not_email: true,
    city: 'Durham',
    seen: { primary_email: 'peggy@example.org', do_not_email: false, city: 'Durham' },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    alumnus: { primary_email: 'Peggy.New@example.org', do_not_email: true },
    crm_changes: [{ status: 'pending', made_by: 'Stan Okafor' }, { status: 'pending' }],
  })
  expect((await changes()).changes).toMatchObject([
    { field: 'do_not_email', before: 'false', after: 'true', made_by: 'Stan Okafor', status: 'pending' },
    { field: 'primary_email', before: 'peggy@example.org', after: 'Peggy.New@example.org', made_by: 'Stan Okafor' },
  ])
  const page = (await vera.get('/alumni/B00000001')).json<AlumnusPage>()
  expect(page.crm_changes).toHaveLength(2)
  const { entries } = (await vera.get('/alumni/B00000001/history')).json<HistoryPage>()
  expect(entries.filter(({ field }) => field === 'primary_email')[0]).toMatchObject({
    by: 'Stan Okafor',
    before: 'peggy@example.org',
    after: 'Peggy.New@example.org',
    import_type: null,
  })
  const { rows } = await sql<{
    detail: unknown
  }>`select detail from audit_entries where action = 'alumnus.contact-edited' and staff_user_id = ${people.staff.id} order by id desc limit 1`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      detail: {
        fields: { primary_email: ['peggy@example.org', 'Peggy.New@example.org'], do_not_email: ['false', 'true'] },
        withdrawn: [],
      },
    },
  ])
})

test('viewers and strangers may not edit, and the alumni’s site has no such route', async () => {
  expect((await editField('city', 'Cary', 'Durham', vera)).statusCode).toBe(403)
  expect((await editField('city', 'Cary', 'Durham', nobody)).statusCode).toBe(401)
  expect((await editField('city', 'Cary', 'Durham', visitor.with({ accept: 'application/json' }))).statusCode).toBe(404)
  expect((await visitor.with({ accept: 'application/json' }).get('/alumni/B00000001')).statusCode).toBe(404)
  expect((await editField('city', 'Cary', 'Durham', ada)).statusCode).toBe(200)
  expect(await listPending()).toEqual([['city', 'Durham', 'Cary', 'pending']])
})

test('the internal id and the BUID in lower case name the same person, and an unknown one is a 404', async () => {
  const { id } = (await vera.get('/alumni/B00000001')).json<AlumnusPage>().alumnus
  expect((await edit({ city: 'Cary', seen: { city: 'Durham' } }, stan, `/alumni/${id}/contact`)).statusCode).toBe(200)
  expect((await edit({ city: 'Apex', seen: { city: 'Cary' } }, stan, '/alumni/b00000001/contact')).statusCode).toBe(200)
  for (const nobodys of ['B00000099', '999999', '0', 'peggy', 'C-000000001', '99999999999999999999']) {
    expect((await edit({ city: 'Cary', seen: { city: 'Apex' } }, stan, `/alumni/${nobodys}/contact`)).statusCode).toBe(
      404,
    )
  }
})

test('one of two simultaneous edits wins, and the other is refused with the current value', async () => {
  for (let round = 0; round < 5; round++) {
    await forgetCrm()
    await change('alumni', { buid: 'B00000001' }, { city: 'Durham', state: 'NC' })
    const seenValues = { city: 'Durham', state: 'NC' }
    const replies = await Promise.all([
      edit({ city: 'Cary', seen: seenValues }),
      edit({ city: 'Apex', state: 'VA', seen: seenValues }, ada),
    ])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const lost = replies.find(({ statusCode }) => statusCode === 409)!
    const { city, state } = (await alumnus('B00000001'))!
    expect(lost.json()).toMatchObject({ current: { city }, fields: { city: 'City has just been changed.' } })
    expect([
      ['Cary', 'NC'],
      ['Apex', 'VA'],
    ]).toContainEqual([city, state])
    expect((await listPending()).find(([field]) => field === 'city')).toEqual(['city', 'Durham', city, 'pending'])
  }
})

test('the second editor can save after seeing the new value', async () => {
  await editField('city', 'Cary', 'Durham')
  const { current } = (await editField('city', 'Apex', 'Durham', ada)).json<{ current: ContactValues }>()
  expect(current).toEqual({ city: 'Cary' })
  expect((await editField('city', 'Apex', current.city, ada)).statusCode).toBe(200)
  expect(await rowsOf('crm_data_changes')).toMatchObject([
    { before: 'Durham', after: 'Apex', made_by: 'Ada Lindqvist' },
  ])
})

test('edits of different fields do not conflict', async () => {
  const replies = await Promise.all([
    editField('city', 'Cary', 'Durham'),
    editField('street', '12 Elm Street', null, ada),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await listPending()).toHaveLength(2)
})

test('setting a flag that someone else has just set is no conflict', async () => {
  await editField('do_not_email', true, false)
  expect((await editField('do_not_email', true, false, ada)).statusCode).toBe(200)
})

test('an edit that is sent twice is saved once and is no conflict', async () => {
  const replies = [await editField('city', 'Cary', 'Durham'), await editField('city', 'Cary', 'Durham')]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await listPending()).toEqual([['city', 'Durham', 'Cary', 'pending']])
})

test('editing a field twice makes one change, and restoring the value withdraws it', async () => {
  await editField('city', 'Cary', 'Durham')
  await editField('city', 'Apex', 'Cary', ada)
  expect(await listPending()).toEqual([['city', 'Durham', 'Apex', 'pending']])
  await editField('city', 'Durham', 'Apex')
  expect(await listPending()).toEqual([])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Durham' })
})

test('an edit that changes nothing leaves no trace', async () => {
  const before = await rowsOf('alumni', { buid: 'B00000001' })
  expect((await editField('city', ' Durham ', 'Durham')).statusCode).toBe(200)
  expect((await edit({ seen: {} })).statusCode).toBe(200)
  expect([await listPending(), await rowsOf('alumni', { buid: 'B00000001' })]).toEqual([[], before])
})

test('after an export the next edit is a separate change, and restoring the exported value withdraws it', async () => {
  await editField('city', 'Cary', 'Durham')
  await exportAll(1)
  await editField('city', 'Apex', 'Cary')
  expect(await listPending()).toEqual([
    ['city', 'Durham', 'Cary', 'exported'],
    ['city', 'Cary', 'Apex', 'pending'],
  ])
  await editField('city', 'Cary', 'Apex')
  expect(await listPending()).toEqual([['city', 'Durham', 'Cary', 'exported']])
  await editField('city', 'Durham', 'Cary')
  expect(await listPending()).toEqual([
    ['city', 'Durham', 'Cary', 'exported'],
    ['city', 'Cary', 'Durham', 'pending'],
  ])
})

test('undoing an export that a newer edit has superseded leaves one pending change or none', async () => {
  await editField('city', 'Cary', 'Durham')
  const first = await exportAll(1)
  await editField('city', 'Apex', 'Cary')
  await ada.post(first.links.undo)
  expect(await listPending()).toEqual([['city', 'Durham', 'Apex', 'pending']])
  const second = await exportAll(1)
  await editField('city', 'Durham', 'Apex')
  expect(await listPending()).toHaveLength(2)
  await ada.post(second.links.undo)
  expect(await listPending()).toEqual([])
})

test('undoing an export does not bring its value back while a newer export is in progress', async () => {
  await editField('city', 'Cary', 'Durham')
  const first = await exportAll(1)
  await editField('city', 'Apex', 'Cary')
  await exportAll(1)
  await ada.post(first.links.undo)
  expect(await listPending()).toEqual([['city', 'Durham', 'Apex', 'exported']])
})

test('the next contacts import notes a conflict instead of overwriting an edit, and verifies it once exported and equal', async () => {
  await editField('city', 'Cary', 'Durham')
  await importCity('Durham')
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Cary' })
  expect((await conflicts()).conflicts).toMatchObject([
    { field: 'city', ours: 'Cary', theirs: 'Durham', made_by: 'Stan Okafor' },
  ])
  await exportAll(1)
  await importCity('Cary')
  expect(await listPending()).toEqual([['city', 'Durham', 'Cary', 'verified']])
  expect((await conflicts()).matching).toBe(0)
})

test('if the CRM has the older of two edits, that one is verified and the newer one stays until it arrives', async () => {
  await editField('city', 'Cary', 'Durham')
  await exportAll(1)
  await editField('city', 'Apex', 'Cary')
  await importCity('Cary')
  expect(await listPending()).toEqual([
    ['city', 'Durham', 'Cary', 'verified'],
    ['city', 'Cary', 'Apex', 'pending'],
  ])
  await exportAll(1)
  await importCity('Apex')
  expect((await listPending()).map(([, , , status]) => status)).toEqual(['verified', 'verified'])
  await importCity('Wilson')
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Wilson' })
})

test('if the CRM skips the older of two exported edits, the newer one completes both', async () => {
  await editField('city', 'Cary', 'Durham')
  await exportAll(1)
  await editField('city', 'Apex', 'Cary')
  await exportAll(1)
  await importCity('Apex')
  expect((await listPending()).map(([, , , status]) => status)).toEqual(['verified', 'verified'])
})

test('an edit to the CRM’s value resolves the conflict, and an edit to a third value keeps it', async () => {
  await editField('city', 'Cary', 'Durham')
  await importCity('Wilson')
  await editField('city', 'Apex', 'Cary')
  expect([await listPending(), (await conflicts()).matching]).toEqual([[['city', 'Wilson', 'Apex', 'pending']], 1])
  await editField('city', 'Durham', 'Apex')
  expect(await listPending()).toEqual([['city', 'Wilson', 'Durham', 'pending']])
  await editField('city', 'Wilson', 'Durham')
  expect([await listPending(), (await conflicts()).matching]).toEqual([[], 0])
})

test.each([
  ['primary_email', 'peggy at example.org', 'Primary e-mail needs an address such as name@example.edu.'],
  ['primary_email', `${'p'.repeat(320)}@example.org`, 'Primary e-mail needs an address such as name@example.edu.'],
  ['mobile_phone', 'call me', 'Mobile phone is not a phone number.'],
  ['mobile_phone', '12', 'Mobile phone is not a number that can be called, such as 617 555 0123.'],
  ['postal_code', '2118', 'Postal code is not a ZIP code such as 02118. For an address abroad, choose the country.'],
  ['home_phone', '1'.repeat(51), 'Home phone is not a phone number.'],
  ['city', 'x'.repeat(10_000), 'City is longer than 1000 characters.'],
  ['city', 'Dur\0ham', 'City contains a character that cannot be stored.'],
  ['city', 'Dur\ud800ham', 'City contains a character that cannot be stored.'],
  ['country', 'Vietnam', 'Country is not an ISO country code such as US or VN.'],
  ['country', 'XX', 'Country is not an ISO country code such as US or VN.'],
  ['city', 5, 'This must be text, or null for none.'],
  ['city', ['Cary'], 'This must be text, or null for none.'],
  ['do_not_email', 'yes', 'This must be true or false.'],
  ['do_not_contact', null, 'This must be true or false.'],
])('%s refuses %j', async (field, value, message) => {
  const reply = await edit({ [field]: value, seen: { [field]: field.startsWith('do_') ? false : null } })
  expect([reply.statusCode, reply.json()]).toEqual([400, { error: message, fields: { [field]: message } }])
  expect(await listPending()).toEqual([])
})

test.each([
  ['country', 'vn', 'VN'],
  ['street', ' 21 phố\r\nHàng  Bông ', '21 phố\nHàng Bông'],
  ['city', 'Hà Nội\n', 'Hà Nội'],
  ['city', 'Du\nrham', 'Du rham'],
  ['city', 'São Paulo'.normalize('NFD'), 'São Paulo'.normalize('NFC')],
  ['primary_email', '', null],
  ['primary_email', null, null],
])('%s %j is stored as %j', async (field, value, stored) => {
  const seenValues = (await alumnus('B00000001'))![field]
  expect((await editField(field, value, seenValues)).statusCode).toBe(200)
  expect(await alumnus('B00000001')).toMatchObject({ [field]: stored })
})

test('all wrong fields are named, and nothing is written if one is wrong', async () => {
  const reply = await edit({
    primary_email: 'x',
    mobile_phone: 'y',
    city: 'Cary',
    seen: { primary_email: 'peggy@example.org', mobile_phone: null, city: 'Durham' },
  })
  expect(reply.json()).toMatchObject({
    error: 'Primary e-mail needs an address such as name@example.edu. (1 more to correct.)',
    fields: { primary_email: expect.any(String) as string, mobile_phone: expect.any(String) as string },
  })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Durham' })
})

test('an edit must name the earlier value, and identifiers, names and deaths cannot be edited', async () => {
  expect((await edit({ city: 'Cary', seen: {} })).json()).toMatchObject({
    fields: { city: 'Say in “seen” which value was there before.' },
  })
  for (const body of [
    { city: 'Cary' },
    { buid: 'B00000009', seen: {} },
    { deceased: true, seen: { deceased: false } },
    { last_name: 'X', seen: { last_name: 'Jones' } },
    { id: 1, seen: {} },
    [],
  ]) {
    expect((await edit(body)).statusCode).toBe(400)
  }
})

test('a phone number and a postal code are checked for the new country, and earlier values stay', async () => {
  const abroad = await edit({
    country: 'GB',
    postal_code: 'sw1a 1aa',
    mobile_phone: '020 7946 0958',
    seen: { country: null, postal_code: null, mobile_phone: null },
  })
  expect(abroad.statusCode).toBe(200)
  const back = await edit({ country: 'US', seen: { country: 'GB' } })
  expect(back.json()).toMatchObject({
    fields: { postal_code: 'Postal code is not a ZIP code such as 02118 or 02118-1234.' },
  })
  expect((await edit({ city: 'London', seen: { city: 'Durham' } })).statusCode).toBe(200)
})

const undoOf = (reply: { json: <Body>() => Body }) => reply.json<{ links: { undo: string } }>().links.undo

test('Stan’s edit can be undone while it is current, together with its pending change and history', async () => {
  // Values on file may be invalid by today's rules.
  await change('alumni', { buid: 'B00000001' }, { primary_email: 'no address', do_not_email: true })
  const edited = await edit({
    primary_email: 'peggy@example.org',
    do_not_email: false,
    seen: { primary_email: 'no address', do_not_email: true },
  })
  const undo = undoOf(edited)
  expect(undo).toMatch(/^\/alumni\/B00000001\/contact\/edits\/\d+\/undo$/)
  expect((await vera.post(undo)).statusCode).toBe(403)
  expect((await stan.post(undo.replace('B00000001', 'B00000002'))).statusCode).toBe(404)
  const undone = await stan.post(undo)
  expect([undone.statusCode, undone.json()]).toEqual([
    200,
    expect.objectContaining({
      alumnus: expect.objectContaining({ primary_email: 'no address', do_not_email: true }) as object,
      crm_changes: [],
      links: { undo: null },
    }),
  ])
  const page = (await vera.get('/alumni/B00000001')).json<AlumnusPage>()
  expect(page.history.entries.slice(0, 2)).toContainEqual(
    expect.objectContaining({ by: 'Stan Okafor', before: 'peggy@example.org', after: 'no address' }),
  )
  const { rows } = await sql<{ action: string }>`select action from audit_entries order by id desc limit 2`.execute(db)
  expect(rows.map(({ action }) => action)).toEqual(['alumnus.contact-edit-undone', 'alumnus.contact-edited'])
  expect((await stan.post(undo)).json()).toEqual({
    error: 'Primary e-mail, Do not e-mail have been changed since. Nothing was restored.',
  })
})

test('an overtaken edit cannot be undone even in part, and undoing an exported one makes another change', async () => {
  const undo = undoOf(await edit({ city: 'Cary', street: '12 Elm St', seen: { city: 'Durham', street: null } }))
  await editField('city', 'Apex', 'Cary', ada)
  const refused = await stan.post(undo)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { error: 'City has been changed since. Nothing was restored.' },
  ])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Apex', street: '12 Elm St' })
  await exportAll(2)
  const later = undoOf(await editField('city', 'Raleigh', 'Apex'))
  expect(await listPending()).toContainEqual(['city', 'Apex', 'Raleigh', 'pending'])
  await exportAll(1)
  expect((await stan.post(later)).statusCode).toBe(200)
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Apex' })
  expect(await listPending()).toContainEqual(['city', 'Raleigh', 'Apex', 'pending'])
  expect(undoOf(await edit({ city: 'Apex', seen: { city: 'Apex' } }))).toBeNull()
})
