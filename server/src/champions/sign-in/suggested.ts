import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { survivingSignup, type Signup } from '../record/find-signup.ts'

/**
 * The path of a letter's button to a page on which its champion answers. It suggests the address that a code goes to,
 * and opens nothing: letters are forwarded. The public id of a signup is not in it, since that opens a page with what was
 * typed there.
 */
export function answerPath(letterToken: string, returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ as: letterToken, return_to: returnTo })}`
}

/** Reads whom such a link suggests; undefined where it is wrong, or they are no champion any more. */
export async function readSuggested(db: Db, as: string | undefined): Promise<Signup | undefined> {
  const { data: letter_token } = z.uuid().safeParse(as)
  if (letter_token === undefined) return undefined
  const named = await db.find('champion_signups', ['id'], { letter_token })
  return named && survivingSignup(db, named.id)
}
