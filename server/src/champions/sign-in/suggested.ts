import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { isLinkToken, linkToken } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'
import { survivingSignup, type Signup } from '../record/find-signup.ts'

const purpose = 'sign-in from a letter'

/**
 * The path of a letter's button to a page on which its champion answers. It suggests the address that a code goes to,
 * and opens nothing: letters are forwarded. The public id of a signup is not in it, since that opens a page with what was
 * typed there.
 */
export function answerPath(config: Config, { id }: Pick<Signup, 'id'>, returnTo: string): string {
  const as = `${id}.${linkToken(config, purpose, String(id))}`
  return `/sign-in?${new URLSearchParams({ as, return_to: returnTo })}`
}

const suggested = z.tuple([z.coerce.number().int().min(1), z.string()])

/** Reads whom such a link suggests; undefined where it is wrong, or they are no champion any more. */
export async function readSuggested(db: Db, config: Config, as: string | undefined): Promise<Signup | undefined> {
  const { data } = suggested.safeParse(as?.split('.'))
  if (!data) return undefined
  const [id, token] = data
  return isLinkToken(config, purpose, String(id), token) ? survivingSignup(db, id) : undefined
}
