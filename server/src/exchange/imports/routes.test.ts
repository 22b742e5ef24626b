import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  importTypes,
  type ImportHub,
  type ImportStatusReply,
  type ImportType,
  type ImportTypePage,
} from '@alumni/shared/exchange/imports'
import { externalHost } from '../../../testing/test-app.ts'
import { batchTables } from './import-batch.ts'
import { insertBatch, cancelActiveBatches, rowOf } from './testing/insert-batch.ts'
import { buildImportStory, csv, multipart } from './testing/import-story.ts'
import { recordsOf } from './testing/records.ts'

const story = await buildImportStory()
const { ada, app, nobody, scanFile, upload, importFile } = story
const stan = await story.as('staff')
const vera = await story.as('viewer')
const home = '/settings/imports'
const contacts = csv('BUID,First Name', 'B00000001,Peggy', 'B2,Nobody')
const batch = await scanFile('contacts', contacts)
await story.cancel('contacts', batch.id)

beforeEach(() => cancelActiveBatches(story))

const pages = [home, `${home}/contacts`, batch.links.self]
const routes = [
  ...[...pages, batch.links.status, batch.links.issues!].map((url) => ({ method: 'GET', url }) as const),
  ...[`${home}/contacts`, batch.links.commit, batch.links.cancel, batch.links.columns].map(
    (url) => ({ method: 'POST', url }) as const,
  ),
  { method: 'DELETE', url: `${home}/contacts/aliases` } as const,
]

describe.each(routes)('$method $url', ({ method, url }) => {
  const body = method === 'GET' ? {} : { payload: {} }

  test('replies in JSON: no one is signed out 401, and Vera and Stan read that it is for administrators', async () => {
    const anonymous = await nobody.request({ method, url, ...body })
    expect([anonymous.statusCode, anonymous.json()]).toEqual([
      401,
      { error: 'You are signed out. Sign in and try again.' },
    ])
    for (const caller of [vera, stan]) {
      const reply = await caller.request({ method, url, ...body })
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
        { error: 'This is open to administrators only. Ask an administrator if you need it.' },
      ])
    }
  })

  test('leads a browser without a session to the sign-in page, and tells Vera and Stan that it is for administrators', async () => {
    const anonymous = await nobody.with({ accept: 'text/html' }).request({ method, url })
    if (method === 'GET')
      expect([anonymous.statusCode, anonymous.headers.location]).toEqual([
        302,
        `/login?return_to=${encodeURIComponent(url)}`,
      ])
    else expect([anonymous.statusCode, anonymous.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    for (const caller of [vera, stan]) {
      const reply = await caller.with({ accept: 'text/html' }).request({ method, url })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
      const isInApp = method === 'GET' && pages.includes(url)
      expect(reply.body).toContain(isInApp ? '<title>Staff app</title>' : 'This is open to administrators only.')
    }
  })

  test('is not cached, and does not exist on the alumni’s site', async () => {
    const reply = await ada.request({ method, url, ...body })
    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.headers['cache-control']).toBe('no-store')
    const elsewhere = await ada.with({ host: externalHost }).request({ method, url, ...body })
    expect([elsewhere.statusCode, elsewhere.json().error]).toEqual([404, 'There is nothing at this address.'])
  })
})

test.each(['POST', 'DELETE'] as const)('another site’s page cannot %s in Ada’s name', async (method) => {
  for (const site of ['cross-site', 'same-site']) {
    for (const { url } of routes.filter((route) => route.method === method))
      expect((await ada.with({ 'sec-fetch-site': site }).request({ method, url })).statusCode).toBe(403)
  }
})

test.each(pages)('%s has a page and a JSON representation at the same URL', async (url) => {
  const [json, html] = [await ada.get(url), await ada.visit(url)]
  expect([json.statusCode, json.headers['content-type'], json.headers.vary]).toEqual([
    200,
    'application/json; charset=utf-8',
    'Accept',
  ])
  expect([html.statusCode, html.headers['content-type'], html.headers.vary]).toEqual([
    200,
    'text/html; charset=utf-8',
    'Accept',
  ])
})

test('an upload redirects a browser to the batch with 303, and replies 201 with the address in JSON, both varying by Accept', async () => {
  const form = multipart(contacts, 'C:\\exports\\José’s <script>.csv')
  const json = await ada.request({ method: 'POST', url: `${home}/contacts`, ...form })
  const { id, file_name, links } = json.json<ImportStatusReply>()
  expect([json.statusCode, json.headers.location, links.self, file_name]).toEqual([
    201,
    `${home}/contacts/batches/${id}`,
    `${home}/contacts/batches/${id}`,
    'José’s <script>.csv',
  ])
  expect(json.headers.vary).toBe('Accept')
  const cancelled = await ada.submit(links.cancel, {})
  expect([cancelled.statusCode, cancelled.headers.location, cancelled.headers.vary]).toEqual([
    303,
    links.self,
    'Accept',
  ])
  const html = await ada.with({ accept: 'text/html' }).request({ method: 'POST', url: `${home}/contacts`, ...form })
  expect([html.statusCode, html.headers.location, html.headers.vary]).toEqual([
    303,
    `${home}/contacts/batches/${id + 1}`,
    'Accept',
  ])
})

test('the hub has a card for each type with its last batch', async () => {
  const { types } = (await ada.get(home)).json<ImportHub>()
  expect(types.map(({ type }) => type)).toEqual(importTypes)
  expect(types[0]!.last_batch).toMatchObject({ type: 'contacts', imported_by: 'Ada Lindqvist' })
  expect(types[1]!.last_batch).toBeNull()
})

test('a type’s page describes its file and lists its batches, newest first', async () => {
  const { id } = await insertBatch(story, 'areas-of-study', 'failed', 8001)
  await insertBatch(story, 'educations', 'cancelled')
  const reply = (await ada.get(`${home}/areas-of-study`)).json<ImportTypePage>()
  expect(reply).toMatchObject({
    type: 'areas-of-study',
    active: null,
    max_upload_mb: 500,
    total: 2,
    page: 1,
    pages: 1,
    batches: [{ id, section: 'Failed' }, { id: 7001 }],
  })
  expect(reply.fields.filter(({ required }) => required).map(({ label }) => label)).toEqual([
    'BUID',
    'Area Type',
    'Major Code',
  ])
  expect((await ada.get(`${home}/areas-of-study?page=9`)).json()).toEqual(reply)
})

test('an old batch in pending is shown as scanning, and blocks no upload', async () => {
  const { id } = await insertBatch(story, 'employment', 'pending')
  expect((await ada.get(`${home}/employment/batches/${id}`)).json()).toMatchObject({
    status: 'pending',
    section: 'Scanning',
  })
  expect((await upload('employment', csv('BUID,Employer'))).statusCode).toBe(201)
})

describe('a batch under a wrong type', async () => {
  const listDoubleReplies = () => story.logs.filter((line) => /ALREADY_SENT|reply.sent = true/.test(line))

  const { id } = await insertBatch(story, 'areas-of-study', 'cancelled', 7001)
  const correctUrl = `${home}/areas-of-study/batches/${id}`

  test.each(['', '/status', '/issues.csv', '?outcome=new&q=jos%C3%A9&page=2', '/status?now=1'])(
    'GET %s is redirected to its own type with 302, as JSON and as a page',
    async (rest) => {
      for (const type of ['contacts', 'educations', 'employment']) {
        for (const caller of [ada, ada.with({ accept: 'text/html' })]) {
          const reply = await caller.request({ method: 'GET', url: `${home}/${type}/batches/${id}${rest}` })
          expect([reply.statusCode, reply.headers.location]).toEqual([302, correctUrl + rest])
        }
      }
      expect(listDoubleReplies()).toEqual([])
    },
  )

  test.each(['/commit', '/cancel', '/columns'])(
    'POST %s is redirected with 307, which keeps method and body',
    async (rest) => {
      const reply = await ada.post(`${home}/contacts/batches/${id}${rest}`, { columns: {} })
      expect([reply.statusCode, reply.headers.location]).toEqual([307, correctUrl + rest])
      expect(listDoubleReplies()).toEqual([])
    },
  )

  test('a redirected request is answered once', () => {
    expect(story.logs.filter((line) => /already sent.*batches\/7001|no such import/i.test(line))).toEqual([])
  })

  test('is the type’s own batch if one has that id', async () => {
    expect((await ada.get(`${home}/contacts/batches/${batch.id}`)).json()).toMatchObject({
      type: 'contacts',
      id: batch.id,
    })
  })

  describe('whose id several other types have', async () => {
    const others = ['contacts', 'educations', 'employment'] as const
    beforeAll(async () => {
      for (const [minute, type] of others.entries()) {
        await insertBatch(story, type, 'cancelled', 7002)
        const started_at = `2026-11-20T12:0${minute}Z`
        await story.db.updateTable(batchTables[type]).set({ started_at }).where('id', '=', 7002).execute()
      }
    })

    test('is redirected on GET to the one that started last', async () => {
      const reply = await ada.get(`${home}/areas-of-study/batches/7002`)
      expect([reply.statusCode, reply.headers.location]).toEqual([302, `${home}/employment/batches/7002`])
    })

    test.each(['commit', 'cancel', 'columns'])(
      'gets a 409 on POST %s with links to all of them, and moves none',
      async (action) => {
        const before = await Promise.all(others.map((type) => rowOf(story, { type, id: 7002 })))
        const reply = await ada.post(`${home}/areas-of-study/batches/7002/${action}`, { columns: {} })
        expect([reply.statusCode, reply.json()]).toEqual([
          409,
          {
            error:
              'There is no areas of study import 7002, but there are imports with this number of employment and educations and contacts. Open the one that you mean.',
            links: Object.fromEntries(others.map((type) => [type, `${home}/${type}/batches/7002`])),
          },
        ])
        expect(await Promise.all(others.map((type) => rowOf(story, { type, id: 7002 })))).toEqual(before)
      },
    )
  })
})

test.each([
  '999999',
  '0',
  '-1',
  '1.0',
  '1e0',
  '0x1',
  '+1',
  '%201',
  '01',
  'new',
  '99999999999',
  '__proto__',
  '1%00',
  "1'--",
])('the batch %s does not exist', async (id) => {
  for (const rest of ['', '/status', '/issues.csv']) {
    const reply = await ada.get(`${home}/contacts/batches/${id}${rest}`)
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([404, ['error']])
  }
  expect((await ada.post(`${home}/contacts/batches/${id}/cancel`)).statusCode).toBe(404)
})

test('an unknown batch is a 404 for a browser too', async () => {
  expect((await ada.visit(`${home}/contacts/batches/999999`)).statusCode).toBe(404)
})

test.each(['people', 'Contacts', 'areas_of_study', 'areas-of-study%2F', '__proto__'])(
  'the type %s does not exist',
  async (type) => {
    expect((await ada.get(`${home}/${type}`)).statusCode).toBe(404)
    expect((await upload(type as ImportType, contacts)).statusCode).toBe(404)
  },
)

test.each([
  ['/settings/contact_imports', 'contacts'],
  ['/settings/education_imports', 'educations'],
  ['/settings/area_of_study_imports', 'areas-of-study'],
  ['/settings/employment_imports', 'employment'],
  ['/settings/crm/imports', 'contacts'],
  ['/settings/crm_imports', 'contacts'],
])('the old %s and its pages have moved permanently to %s', async (old, type) => {
  const moved = {
    '': '',
    '/new': '',
    '/17': '/batches/17',
    '/17/status': '/batches/17/status',
    '/17/gaps.csv': '/batches/17/issues.csv',
  }
  for (const [rest, equivalent] of Object.entries(moved).flatMap(([rest, to]) => [
    [rest, to],
    [`${rest}/`, to],
  ])) {
    for (const caller of [nobody, ada, ada.with({ accept: 'text/html' })]) {
      const reply = await caller.request({ method: 'GET', url: old + rest })
      expect([reply.statusCode, reply.headers.location]).toEqual([301, `${home}/${type}${equivalent}`])
    }
  }
  for (const junk of ['/junk', '/17/junk', '/17x', '/17/status/x'])
    expect((await ada.get(old + junk)).statusCode).toBe(404)
  expect((await ada.with({ host: externalHost }).get(old)).statusCode).toBe(404)
})

test.each(['/settings/alumni', '/settings/alumni/'])(
  'the former settings of alumni at %s redirect to the report',
  async (url) => {
    const reply = await ada.get(url)
    expect([reply.statusCode, reply.headers.location]).toEqual([301, '/settings/reports/alumni_without_degrees'])
  },
)

test.each(['alumni', 'degrees', 'banner', 'people'])(
  'the importer of %s no longer exists: 404 without a redirect for everyone',
  async (name) => {
    for (const caller of [nobody, ada]) {
      for (const method of ['GET', 'POST'] as const)
        expect((await caller.request({ method, url: `/settings/${name}/import` })).statusCode).toBe(404)
    }
  },
)

test('issues.csv has the uploaded columns first, then row, outcome and reason, and escapes formulas', async () => {
  const file = csv(
    'BUID,First Name,Street',
    'B00000011,Ann,fine',
    'B2,=HYPERLINK("x"),"+1, ""quoted"""',
    'B00000012,,@home',
    'B3,-1,"two\nlines"',
    'B4, =1+1,"\n@x"',
    'B5,＝1+1,plain - text',
  )
  const { id } = await importFile('contacts', file)
  const reply = await ada.get(`${home}/contacts/batches/${id}/issues.csv`)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="contacts-${id}-issues.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(reply.body).toBe(
    [
      '\ufeffBUID,First Name,Street,row,outcome,reason',
      `B2,"'=HYPERLINK(""x"")","'+1, ""quoted""",3,skipped,BUID “B2” is not B followed by eight digits.`,
      `B00000012,,"'@home",4,new,The new person has no name.`,
      `B3,"'-1","two\nlines",5,skipped,BUID “B3” is not B followed by eight digits.`,
      `B4,"' =1+1","'\n@x",6,skipped,BUID “B4” is not B followed by eight digits.`,
      `B5,"'＝1+1",plain - text,7,skipped,BUID “B5” is not B followed by eight digits.`,
      '',
    ].join('\r\n'),
  )
})

test('issues.csv reads like a correct file once it is fixed and uploaded again, repeatedly', async () => {
  const first = await importFile(
    'contacts',
    csv('BUID,=Size,Street,Reason', 'B00000021,1,=Elm,own', 'B1,1, ＋Oak,own', 'B2,1,"Ash, 3",own'),
  )
  const issues = async (batch: ImportStatusReply) => (await ada.get(batch.links.issues!)).body
  const second = await importFile('contacts', (await issues(first)).replace('B1,', 'B00000022,'))
  expect(second).toMatchObject({
    results: { rows: 3, new: 1, unchanged: 1, skipped: 1 },
    unknown_columns: [{ header: '=Size' }, { header: 'Reason' }],
  })
  const third = await importFile('contacts', (await issues(second)).replace('B2,', 'B00000023,'))
  expect(third.results).toMatchObject({ rows: 2, new: 1, unchanged: 1, skipped: 0 })
  const streets = await Promise.all(
    ['1', '2', '3'].map(async (digit) => (await recordsOf(story).alumnus(`B0000002${digit}`))!.street),
  )
  expect(streets).toEqual(['=Elm', '＋Oak', 'Ash, 3'])
})

test.each([
  ['educations', csv('BUID,Degree Code,Degree Date', 'B00000011,BS,never')],
  ['areas-of-study', csv('BUID,Area Type,Major Code', 'B00000011,minor,')],
  ['employment', csv('BUID,Employer', 'B99999999,Acme')],
] as const)('%s have an issues file too', async (type, file) => {
  const { links } = await scanFile(type, file)
  const reply = await ada.get(links.issues!)
  expect(reply.body).toMatch(/^\ufeffBUID,.*,row,outcome,reason\r\n.*,2,skipped,.*\.\r\n$/)
})

test('issues.csv of a batch without rows is a 404', async () => {
  const { id } = await insertBatch(story, 'contacts', 'scanning')
  expect((await ada.get(`${home}/contacts/batches/${id}/issues.csv`)).statusCode).toBe(404)
})

test('the audit log has who uploaded, committed and canceled', async () => {
  const first = await importFile('contacts', contacts)
  const second = await scanFile('contacts', contacts)
  await ada.post(second.links.columns, { columns: {} })
  await story.cancel('contacts', second.id)
  const audits = async (id: number) =>
    (
      await sql<{
        action: string
        staff_user_id: number
      }>`select action, staff_user_id from audit_entries where subject = ${`contacts/${id}`} order by id`.execute(
        story.db,
      )
    ).rows
  expect((await audits(first.id)).map(({ action }) => action)).toEqual(['import.uploaded', 'import.committed'])
  expect(await audits(second.id)).toEqual(
    ['import.uploaded', 'import.columns-assigned', 'import.cancelled'].map((action) => ({
      action,
      staff_user_id: ada.user!.id,
    })),
  )
})

test('HEAD works, and unknown methods get a 405', async () => {
  expect((await ada.request({ method: 'HEAD', url: home })).statusCode).toBe(200)
  expect((await ada.request({ method: 'PUT', url: `${home}/contacts` })).statusCode).toBe(404)
  expect((await app.inject('/up')).statusCode).toBe(200)
})

test('an upload with a Bearer token needs neither cookie nor origin', async () => {
  const login = await nobody.post('/login', {
    email: 'admin@example.edu',
    password: 'four violet harbour lanterns',
    token: true,
  })
  const { token } = login.json<{ token: string }>()
  const { payload, headers } = multipart(contacts, 'crm.csv')
  const reply = await app.inject({
    method: 'POST',
    url: `${home}/contacts`,
    payload,
    headers: { ...headers, host: 'alumni.example.edu', accept: 'application/json', authorization: `Bearer ${token}` },
  })
  expect(reply.statusCode).toBe(201)
})
