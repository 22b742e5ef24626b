import { timingSafeEqual } from 'node:crypto'
import type { Signup } from '../../champions/index.ts'
import type { Config } from '../../foundations/process/config.ts'
import { tokenHash } from '../../foundations/http/tokens.ts'

type Whose = Pick<Signup, 'id' | 'public_id'>

/** Where one turns reminders off without signing in: the link proves that it came by letter. */
export function remindersUrl(config: Config, signup: Whose): string {
  return `${config.CHAMPIONS_URL}/reminders/${signup.public_id}/${tokenOf(config, signup)}`
}

export function isRemindersToken(config: Config, signup: Whose, token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(config, signup))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function tokenOf(config: Config, { id }: Whose): string {
  return tokenHash(config, 'event reminders', String(id)).slice(0, 27)
}
