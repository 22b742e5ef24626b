import type {
  ComparisonPage,
  DuplicatesPage,
  MergePage,
  MergePreview,
  MergeRequest,
} from '@alumni/shared/champions/merges'
import type { Signup } from '../../record/find-signup.ts'
import { buildContentStory } from '../../../publications/testing/content-story.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { createSignup, type SignupValues } from '../../../../testing/champions.ts'

const duplicatesUrl = '/champion_signups/duplicates'
export const mergesUrl = '/champion_signups/merges'

export async function buildMergeStory(changes: Parameters<typeof buildContentStory>[0] = {}) {
  const story = await buildContentStory(changes)
  const { db } = story
  await db
    .insertInto('alumni')
    .values([
      {
        buid: 'B00000004',
        first_name: 'Margaret',
        preferred_name: 'Peggy',
        last_name: "O'Neil",
        personal_email: 'Peggy.Home@example.org',
      },
      { buid: 'B00000001', first_name: 'José', last_name: 'Álvarez' },
    ])
    .execute()
  const [stan, ada] = [await story.as('staff'), await story.as('admin')]
  let serial = 0
  return {
    ...story,
    stan,
    ada,
    db,
    signup: (values: SignupValues = {}) =>
      createSignup(db, {
        email: `peggy.again-${(serial += 1)}@example.org`,
        first_name: 'Peggy',
        last_name: "O'Neil",
        ...values,
      }),
    read: (id: number): Promise<Signup> =>
      db.selectFrom('champion_signups').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    listDuplicates: async (query = '') => (await stan.get(duplicatesUrl + query)).json<DuplicatesPage>(),
    readComparison: async (...ids: number[]) => (await stan.get(`${duplicatesUrl}?ids=${ids}`)).json<ComparisonPage>(),
    preview: async (request: MergeRequest) => (await stan.post(`${mergesUrl}/preview`, request)).json<MergePreview>(),
    async merge(request: Partial<MergeRequest>, caller: Caller = stan) {
      const reply = await caller.post(mergesUrl, request)
      return { status: reply.statusCode, ...reply.json<MergePage & { error?: string }>() }
    },
    async undo(id: number, caller: Caller = stan) {
      const reply = await caller.post(`${mergesUrl}/${id}/undo`)
      return { status: reply.statusCode, ...reply.json<MergePage & { error?: string }>() }
    },
    readMerge: async (id: number) => (await stan.get(`${mergesUrl}/${id}`)).json<MergePage>(),
  }
}

export function buildMergeRequest(survivor: Signup, ...sources: Signup[]): MergeRequest {
  return { survivor_id: survivor.id, source_ids: sources.map(({ id }) => id), fields: {} }
}
