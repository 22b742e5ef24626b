import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { compare } from '../../foundations/database/rows.ts'
import { answersOfStep, isListAnswer } from '@alumni/shared/champions/answers'
import type { SignupStep } from '@alumni/shared/champions/sign-up'
import {
  toDraft,
  createDraft,
  draftColumns,
  hashesOfDraftToken,
  draftLifetimeSeconds,
  type Draft,
  type DraftAnswers,
} from '../record/signup-drafts.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { championCookies } from '../sign-in/cookies.ts'

const unexpired = { updated_at: compare('>', sql`now() - ${draftLifetimeSeconds} * interval '1 second'`) }

/** Returns a step's answers from a form, without validation. The first step includes `website`, a trap for bots. */
export function parseDraftAnswers(step: SignupStep, body: Record<string, unknown>): DraftAnswers {
  const toList = (name: string) => (body[name] === undefined || body[name] === '' ? [] : [body[name]].flat())
  const entries = answersOfStep(step).map((name): [string, string | string[]] => [
    name,
    isListAnswer(name) ? toList(name).slice(0, 500).map(toStoredText) : toStoredText(body[name]),
  ])
  return { ...Object.fromEntries(entries), ...(step === 'who' && { website: toStoredText(body.website) }) }
}

export async function findDraft(db: Db, config: Config, request: FastifyRequest): Promise<Draft | undefined> {
  const token = championCookies(config).draft.read(request)
  if (!token) return undefined
  const row = await db.find('signup_drafts', draftColumns, {
    token_hash: hashesOfDraftToken(config, token),
    ...unexpired,
  })
  return row && toDraft(row)
}

/** Saves a step's answers in this browser's draft. If that was submitted, the first step starts a new draft. */
export async function saveAnswers(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  step: SignupStep,
  body: Record<string, unknown>,
): Promise<Draft> {
  const cookie = championCookies(config).draft
  const token = cookie.read(request)
  const answers = parseDraftAnswers(step, body)
  const isSaved =
    token !== undefined &&
    (await db.update(
      'signup_drafts',
      { token_hash: hashesOfDraftToken(config, token), submitted_at: null, ...unexpired },
      { answers: sql`answers || ${JSON.stringify(answers)}::jsonb`, updated_at: sql`now()` },
    )) > 0
  if (isSaved) cookie.set(reply, token, draftLifetimeSeconds)
  const draft = isSaved || step !== 'who' ? await findDraft(db, config, request) : undefined
  if (draft) return draft
  const created = await createDraft(db, config, answers, 'wizard')
  cookie.set(reply, created.token, draftLifetimeSeconds)
  return created.draft
}

/** Truncates to 1000 characters, which is more than any field allows, so truncated text still fails validation. */
function toStoredText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1000).toWellFormed() : ''
}
