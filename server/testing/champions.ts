import type { Insertable } from 'kysely'
import type { Signup } from '../src/champions/record/find-signup.ts'
import type { Config } from '../src/foundations/process/config.ts'
import type { Db } from '../src/foundations/database/db.ts'
import type { Tables } from '../src/foundations/database/tables.ts'
import { championCookies } from '../src/champions/sign-in/cookies.ts'
import { openSession } from '../src/champions/sign-in/sessions.ts'

export type SignupValues = Partial<Insertable<Tables['champion_signups']>>

/** Defaults to María José with a completed signup. */
export async function createSignup(db: Db, values: SignupValues = {}): Promise<Signup> {
  return db
    .insertInto('champion_signups')
    .values({
      email: 'majo@example.com',
      first_name: 'María José',
      last_name: 'García Márquez',
      status: 'completed',
      zip_code: '02118',
      city: 'Boston',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function sessionCookieOf(db: Db, config: Config, signup: Signup): Promise<string> {
  return `${championCookies(config).session.name}=${await openSession(db, config, signup)}`
}
