import { sql } from 'kysely'
import type { Role } from '@alumni/shared/staff/accounts'
import type { ListedUser, UsersPage, UsersQuery, UserState } from '@alumni/shared/staff/users'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { isLive } from './sessions.ts'

const userState = sql<UserState>`
  case when not u.is_active then 'deactivated'
       when u.password_hash is null and u.google_uid is null and u.last_signed_in_at is null then 'invited'
       else 'active' end
`
const hasSecondFactor = sql<boolean>`
  (exists (select from staff_totp t where t.user_id = u.id and t.confirmed_at is not null)
   or exists (select from staff_passkeys k where k.user_id = u.id))
`
const liveSessions = sql<number>`(select count(*) from staff_sessions s where s.user_id = u.id and ${isLive('s')})`

export async function listUsers(db: Db, { page, ...filter }: UsersQuery): Promise<UsersPage> {
  const found = queryUsers(db, filter)
  const { rows, ...members } = await readPage(page, {
    matching: countRows(found),
    read: ({ limit, offset }) =>
      readUsers(found).orderBy('u.name').orderBy('u.id').limit(limit).offset(offset).execute(),
  })
  return { users: rows, ...members, ...(await countUsers(db)), policy: await readPolicy(db) }
}

export function countWithoutSecondFactor(db: Db): Promise<number> {
  return countRows(queryUsers(db, { state: 'active', second_factor: 'no' }))
}

export async function listActiveAdministrators(db: Db): Promise<number[]> {
  const rows = await db.findAll('staff_users', ['id'], { role: 'admin', is_active: true })
  return rows.map(({ id }) => id)
}

export async function findUser(db: Db, id: number): Promise<ListedUser> {
  const user = await readUsers(queryUsers(db, {}).where('u.id', '=', id)).executeTakeFirst()
  if (!user) throw new HttpError(404, 'There is no such person.')
  return user
}

function queryUsers(db: Db, { q, role, state, second_factor }: Omit<UsersQuery, 'page'>) {
  return db
    .selectFrom('staff_users as u')
    .where(matchesSearch(q, ['u.name', 'u.email']))
    .$if(role !== undefined, (users) => users.where('u.role', '=', role as Role))
    .$if(state !== undefined, (users) => users.where(userState, '=', state!))
    .$if(second_factor !== undefined, (users) => users.where(hasSecondFactor, '=', second_factor === 'yes'))
}

function readUsers(found: ReturnType<typeof queryUsers>) {
  return found
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.version'])
    .select([userState.as('state'), hasSecondFactor.as('has_second_factor'), liveSessions.as('sessions')])
    .select(sql<boolean>`u.google_uid is not null`.as('has_google'))
    .select([
      utc('u.last_signed_in_at').as('last_signed_in_at'),
      utc('u.invited_at').as('invited_at'),
      utc('u.created_at').as('created_at'),
    ])
}

async function countUsers(db: Db): Promise<Pick<UsersPage, 'counts' | 'admins'>> {
  const count = sql<number>`count(*)`
  const [row] = await db
    .selectFrom('staff_users as u')
    .select([
      sql<number>`${count} filter (where ${userState} = 'active')`.as('active'),
      sql<number>`${count} filter (where ${userState} = 'invited')`.as('invited'),
      sql<number>`${count} filter (where ${userState} = 'deactivated')`.as('deactivated'),
      sql<number>`${count} filter (where u.is_active and u.role = 'admin')`.as('admins'),
      sql<number>`${count} filter (where u.is_active and u.role = 'admin' and ${hasSecondFactor})`.as('with_factor'),
    ])
    .execute()
  const { admins, with_factor, ...counts } = row!
  return { counts, admins: { active: admins, with_second_factor: with_factor } }
}

export async function readPolicy(db: Db): Promise<UsersPage['policy']> {
  return db.get('staff_policy', ['admins_need_second_factor'], {})
}
