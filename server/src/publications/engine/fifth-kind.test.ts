import { publication } from '@alumni/shared/publications/publications'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runOn } from '../../../testing/test-database.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { kind } from './kind.ts'
import { renderMarkdown } from './markdown.ts'
import { findPublished } from './site.ts'
import { followRenamed, isPublished } from './slugs.ts'
import { staffPublicationRoutes } from './staff-routes.ts'

const states = ['draft', 'scheduled', 'open', 'closed'] as const
const contract = publication({
  states,
  moves: {
    publish: { from: ['draft', 'scheduled'], to: 'open', meaning: 'Everyone can sign it.' },
    schedule: { from: ['draft', 'scheduled'], to: 'scheduled', meaning: 'It appears by itself.' },
    unpublish: { from: ['scheduled', 'open', 'closed'], to: 'draft', meaning: 'It leaves the site.' },
    close: { from: ['open'], to: 'closed', meaning: 'It stays readable.' },
  },
  fields: { goal: z.number().int().min(1, 'Enter how many names it needs.') },
  facts: { html: z.string() },
  filters: { goal: z.coerce.number().optional().catch(undefined) },
  list: {
    petitions: z.array(z.object({ id: z.number(), title: z.string(), state: z.enum(states), goal: z.number() })),
  },
})

const state = sql<
  (typeof states)[number]
>`case when t.published_at is null then 'draft' when t.published_at > now() then 'scheduled' when t.closed_at is null then 'open' else 'closed' end`
// This table exists only in this test.
const petitions = 'petitions' as 'opportunities'
const goal = sql<number>`t.goal`

const petitionKind = kind({
  contract,
  table: petitions,
  noun: 'petition',
  folder: '/petitions',
  home: '/champion_signups/petitions',
  needs: 'staff',
  state,
  stateDescriptions: { draft: 'a draft', scheduled: 'scheduled', open: 'open', closed: 'closed' },
  read: (db) => db.selectFrom(`${petitions} as t`).select(goal.as('goal')),
  complete: (record) => ({ ...record, html: renderMarkdown(record.body) }),
  columnsOf: (_db, _config, written) => written,
  refuseMove: ({ goal }, move) => (move === 'publish' && goal > 1_000 ? 'Nobody finds that many names.' : null),
  refuseDelete: ({ state }) => (state === 'draft' ? null : 'Only a draft can be deleted.'),
  moveColumns: { publish: { closed_at: null }, close: { closed_at: sql`now()` } },
  list: {
    searchedColumns: ['t.title', 't.summary'],
    rows: (db, filters) =>
      db
        .selectFrom(`${petitions} as t`)
        .select(goal.as('goal'))
        .$if(filters.goal !== undefined, (all) => all.where(goal, '=', filters.goal!))
        .orderBy('t.id'),
    page: (petitions) => ({ petitions }),
  },
  form: {
    new: z.object({}),
    edit: z.object({ petition: contract.record }),
    choices: () => ({}),
    show: (petition) => ({ petition }),
  },
})

const { as, config, database, db, visitor } = await buildTestApp({
  probe(app, context) {
    followRenamed(app)
    staffPublicationRoutes(app, context, petitionKind)
    app.get('/petitions/:key', { constraints: onExternal }, async ({ db, params }) => {
      const published = petitionKind.read(db, config).select('t.slug').where(isPublished)
      return findPublished(db, petitionKind, published, (params as { key: string }).key)
    })
  },
})
await runOn(
  database.owner,
  `create table petitions (like opportunities including all);
   alter table petitions drop column kind, add column goal integer not null;
   grant select, insert, update, delete on petitions to public;
   alter table former_slugs drop constraint former_slugs_kind_check`,
)
const stan = await as('staff')
const { home } = petitionKind
const written = { title: 'A later last train', slug: '', summary: 'At one, not at eleven.', body: 'We **ask**.' }
const petition = { ...written, photo: null, photo_alt: '', picture: 'skyline', goal: 100 }
const write = async (fields: object = {}) => (await stan.post(home, { ...petition, ...fields })).json()
const urlOf = ({ id }: { id: number }) => `${home}/${id}`
const move = (record: { id: number }, move: string, time?: string) =>
  stan.post(`${urlOf(record)}/moves`, { move, at: time })
const statusOnSite = async (slug: string) => (await visitor.get(`/petitions/${slug}`)).statusCode
const actionsOf = async ({ id }: { id: number }) =>
  (
    await db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject', '=', `petitions/${id}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('a fifth kind is written, previewed, published, listed, closed and unpublished through the same routes', async () => {
  const draft = await write()
  expect(draft).toMatchObject({
    state: 'draft',
    slug: 'a-later-last-train',
    html: '<p>We <strong>ask</strong>.</p>\n',
    site_url: `${config.CHAMPIONS_URL}/petitions/a-later-last-train`,
    moves: ['publish', 'schedule'],
  })
  expect(await statusOnSite(draft.slug)).toBe(404)
  expect((await move(draft, 'publish')).json()).toMatchObject({ state: 'open', moves: ['unpublish', 'close'] })
  expect(await statusOnSite(draft.slug)).toBe(200)
  const list = async (query: string) => (await stan.get(`${home}${query}`)).json()
  expect(await list('?q=train&state=open&goal=100')).toMatchObject({
    petitions: [{ id: draft.id, title: petition.title, state: 'open', goal: 100 }],
    matching: 1,
    counts: { draft: 0, scheduled: 0, open: 1, closed: 0 },
  })
  expect((await list('?goal=7')).petitions).toEqual([])
  expect((await move(draft, 'close')).json().state).toBe('closed')
  expect((await move(draft, 'close')).json().error).toBe(
    `This petition is now closed: ${stan.user!.name} changed it last. Reload the page.`,
  )
  const { version } = (await move(draft, 'unpublish')).json()
  const removed = await stan.request({ method: 'DELETE', url: urlOf(draft), payload: { version } })
  expect([removed.statusCode, (await stan.get(urlOf(draft))).statusCode]).toEqual([204, 404])
  expect(await actionsOf(draft)).toEqual([
    'petition.created',
    'petition.publish',
    'petition.close',
    'petition.unpublish',
    'petition.deleted',
  ])
})

test('a fifth kind redirects its former address, can be scheduled, and refuses what others refuse', async () => {
  const draft = await write({ title: 'More benches' })
  await move(draft, 'publish')
  const { petition: loaded } = (await stan.get(`${urlOf(draft)}/edit`)).json()
  const change = (fields: object) =>
    stan.request({ method: 'PATCH', url: urlOf(draft), payload: { ...loaded, ...fields } })
  expect((await change({ slug: 'benches' })).json().slug).toBe('benches')
  const former = await visitor.get('/petitions/more-benches?from=letter')
  expect([former.statusCode, former.headers.location]).toEqual([301, '/petitions/benches?from=letter'])
  const late = await change({ summary: 'Late' })
  expect([late.statusCode, late.json().current.slug]).toEqual([409, 'benches'])
  const removed = await stan.request({ method: 'DELETE', url: urlOf(draft), payload: { version: loaded.version + 1 } })
  expect(removed.json().error).toBe('Only a draft can be deleted.')
  const later = await write({ title: 'Later', goal: 2_000 })
  expect((await move(later, 'publish')).json().error).toBe('Nobody finds that many names.')
  expect((await move(later, 'schedule', '2099-07-01T09:00')).json()).toMatchObject({ state: 'scheduled' })
  expect(await statusOnSite('later')).toBe(404)
  expect((await stan.post(home, { ...petition, goal: 0 })).json().fields).toEqual({ goal: expect.any(String) })
})
