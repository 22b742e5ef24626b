import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { isLinkToken, linkToken } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'
import { survivingSignup, type Signup } from '../record/find-signup.ts'

const purpose = 'sign-in from a letter'

/**
 * The path of a letter's button to a page on which its champion answers. It suggests the address that a code goes to,
 * and opens nothing: letters are forwarded.
 */
export function answerPath(config: Config, { public_id }: Pick<Signup, 'public_id'>, returnTo: string): string {
  const as = `${public_id}.${linkToken(config, purpose, public_id)}`
  return `/sign-in?${new URLSearchParams({ as, return_to: returnTo })}`
}

const suggested = z.tuple([z.uuid(), z.string()])

/** Reads whom such a link suggests; undefined where it is wrong, or they are no champion any more. */
export async function readSuggested(db: Db, config: Config, as: string | undefined): Promise<Signup | undefined> {
  const { data } = suggested.safeParse(as?.split('.'))
  if (!data) return undefined
  const [public_id, token] = data
  if (!isLinkToken(config, purpose, public_id, token)) return undefined
  const named = await db
    .selectFrom('champion_signups')
    .select('id')
    .where('public_id', '=', public_id)
    .executeTakeFirst()
  return named && survivingSignup(db, named.id)
}
