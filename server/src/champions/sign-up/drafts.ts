import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { compare } from '../../foundations/database/rows.ts'
import { answersOfStep, isListAnswer } from '@alumni/shared/champions/answers'
import type { SignupStep } from '@alumni/shared/champions/sign-up'
import {
  toDraft,
  createDraft,
  draftColumns,
  draftHashes,
  draftLifetimeSeconds,
  type Draft,
  type DraftAnswers,
} from '../record/signup-drafts.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { championCookies } from '../sign-in/cookies.ts'

const isAlive = { updated_at: compare('>', sql`now() - ${draftLifetimeSeconds} * interval '1 second'`) }

/** Returns the typed answers of a step. A missing checkbox group is empty. Consent is never stored. */
export function answersOf(step: SignupStep, body: Record<string, unknown>): DraftAnswers {
  const list = (name: string) => (body[name] === undefined || body[name] === '' ? [] : [body[name]].flat())
  const entries = answersOfStep(step).map((name): [string, string | string[]] => [
    name,
    isListAnswer(name) ? list(name).slice(0, 500).map(asStored) : asStored(body[name]),
  ])
  return { ...Object.fromEntries(entries), ...(step === 'who' && { website: asStored(body.website) }) }
}

export async function findDraft(db: Db, config: Config, request: FastifyRequest): Promise<Draft | undefined> {
  const token = championCookies(config).draft.read(request)
  if (!token) return undefined
  const row = await db.find('signup_drafts', draftColumns, { token_hash: draftHashes(config, token), ...isAlive })
  return row && toDraft(row)
}

/**
 * Adds a step's answers to the browser's draft, or creates one. Returns a submitted draft unchanged, but the first step
 * starts a new draft for the next person at this browser.
 */
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
  const answers = answersOf(step, body)
  const isSaved =
    token !== undefined &&
    (await db.update(
      'signup_drafts',
      { token_hash: draftHashes(config, token), submitted_at: null, ...isAlive },
      { answers: sql`answers || ${JSON.stringify(answers)}::jsonb`, updated_at: sql`now()` },
    )) > 0
  if (isSaved) cookie.set(reply, token, draftLifetimeSeconds)
  const known = isSaved || step !== 'who' ? await findDraft(db, config, request) : undefined
  if (known) return known
  const created = await createDraft(db, config, answers, 'wizard')
  cookie.set(reply, created.token, draftLifetimeSeconds)
  return created.draft
}

/** Cuts off after 1000 characters, so that validation can still report a value as too long. */
function asStored(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1000).toWellFormed() : ''
}
