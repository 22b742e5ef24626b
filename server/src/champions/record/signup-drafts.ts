import type { SignupSource } from '@alumni/shared/champions/record'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'

/** Answers by field name, as typed, before validation. */
export type DraftAnswers = Record<string, string | string[]>

const purpose = 'signup draft'

export const draftLifetimeSeconds = 7 * 24 * 60 * 60

export type Draft = {
  id: number
  public_id: string
  answers: DraftAnswers
  isSubmitted: boolean
  startedAt: string
  source: SignupSource
}

export async function createDraft(
  db: Db,
  config: Config,
  answers: DraftAnswers,
  source: SignupSource,
): Promise<{ draft: Draft; token: string }> {
  const token = createToken()
  const row = await db
    .insertInto('signup_drafts')
    .values({ token_hash: hashToken(config, purpose, token), answers: JSON.stringify(answers), source })
    .returning(draftColumns)
    .executeTakeFirstOrThrow()
  return { draft: toDraft(row), token }
}

export const draftColumns = ['id', 'public_id', 'answers', 'submitted_at', 'created_at', 'source'] as const

type DraftRow = {
  id: number
  public_id: string
  answers: Record<string, unknown>
  submitted_at: string | null
  created_at: string
  source: SignupSource
}

export function toDraft({ id, public_id, answers, submitted_at, created_at, source }: DraftRow): Draft {
  const isSubmitted = submitted_at !== null
  return { id, public_id, answers: answers as DraftAnswers, isSubmitted, startedAt: created_at, source }
}

export function hashesOfDraftToken(config: Config, token: string): string[] {
  return hashTokenWithAllSecrets(config, purpose, token)
}
