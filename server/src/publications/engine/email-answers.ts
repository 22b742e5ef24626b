import { formShape } from '@alumni/shared/champions/answers'
import { stepForms } from '@alumni/shared/champions/sign-up'
import type { FormState } from '@alumni/shared/portal'
import { answererChoice, answerQuery, type Answering } from '@alumni/shared/publications/answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { addPendingAnswer } from '../../champions/index.ts'
import type { App } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { readForm, toRefusedForm } from '../../foundations/http/read-form.ts'
import { refuse } from '../../foundations/http/refusal.ts'
import { decryptFromStorage } from '../../foundations/http/seal.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import type { Config } from '../../foundations/process/config.ts'

export type AnswerSubject = { event_id: number } | { opportunity_id: number }

export const addressPurpose = (recipient: number) => `address of recipient ${recipient}`

type AnswerLink = { recipient: number; email: string; said_no: boolean }

/** Returns undefined for an invalid token, an unknown address or a deceased alumnus. */
async function findAnswerLink(
  db: Db,
  config: Config,
  as: string | undefined,
  subject: AnswerSubject,
): Promise<AnswerLink | undefined> {
  if (as === undefined) return undefined
  const [[column, id]] = Object.entries(subject) as [[string, number]]
  const row = await db
    .selectFrom('list_letter_recipients as r')
    .innerJoin('list_letters as t', 't.id', 'r.letter_id')
    .leftJoin('alumni as a', 'a.id', 'r.alumnus_id')
    .select(['r.id as recipient', 'r.sent_to as email', sql<boolean>`r.declined_at is not null`.as('said_no')])
    .where('r.answer_token', '=', as)
    .where(sql.ref<number>(`t.${column}`), '=', id)
    .where(sql<boolean>`a.deceased is not true`)
    .executeTakeFirst()
  if (!row || row.email === null) return undefined
  const email = await decryptFromStorage(config, addressPurpose(row.recipient), row.email).catch(() => undefined)
  return email === undefined ? undefined : { ...row, email }
}

/** Reads from a request how a visitor answers; `as` is the token from a letter, or null if it is missing or invalid. */
export async function readAnswering(
  { db, body, query }: FastifyRequest,
  config: Config,
  subject: AnswerSubject,
): Promise<Answering> {
  const { as, done } = answerQuery.catch({}).parse(body ?? query)
  const link = await findAnswerLink(db, config, as, subject)
  return { as: link ? as! : null, done: done ?? null, said_no: link?.said_no ?? false }
}

type EmailAnswer<Answer extends object> = {
  subject: AnswerSubject
  href: string
  form: z.ZodType<Answer>
  /** Returns errors by field, or null if the answer is accepted. */
  findErrors(answer: Answer): Promise<Record<string, string> | null>
}

/**
 * Stores an unknown visitor's answer: a yes until it is confirmed by e-mail, a no only if it came from a letter.
 * Returns the form if it is refused. Otherwise replies, without revealing who was invited or has signed up.
 */
export async function answerByEmail<Answer extends object>(
  app: App,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, href, form: schema, findErrors }: EmailAnswer<Answer>,
): Promise<FormState | undefined> {
  const { db, body } = request
  const { data: choice, form: refusedChoice } = readForm(answererChoice, body)
  if (refusedChoice) return refusedChoice
  const { as, reply: answer, website } = choice
  const link = await findAnswerLink(db, config, as, subject)
  const { data, form } = parseYes(schema, body, link !== undefined)
  const refused = answer === 'yes' ? (form ?? refuseErrors(body, await findErrors(data!.answer))) : undefined
  if (refused) return refused
  const email = link?.email ?? data?.email ?? ''
  const refusal = email && (await app.guard.checkAs(request.raw, '/', email))
  if (refusal) return void refuse(refusal, config.institution, request, reply)
  // Only bots fill in the hidden field `website`.
  const store =
    answer === 'yes'
      ? () => waitForConfirmation(db, { ...subject, ...data!, email, recipient_id: link?.recipient })
      : () => storeNo(db, link)
  if (!website) await store()
  const query = new URLSearchParams({ ...(link && { as: as! }), done: answer })
  return void reply.redirect(`${href}?${query}#answer`, 303)
}

function refuseErrors(body: unknown, errors: Record<string, string> | null): FormState | undefined {
  return errors ? toRefusedForm(body, errors) : undefined
}

async function waitForConfirmation(db: Db, answer: Parameters<typeof addPendingAnswer>[1]): Promise<void> {
  await transact(db, async (db) => {
    const pending = await addPendingAnswer(db, answer)
    await enqueueLetter(db, 'answer-confirmation', { pending })
  })
}

async function storeNo(db: Db, link: AnswerLink | undefined): Promise<void> {
  if (!link) return
  await db.update('list_letter_recipients', { id: link.recipient }, { declined_at: sql<string>`now()` })
}

const personForm = z.object(formShape(['first_name', 'last_name', 'email']))

function parseYes<Answer extends object>(schema: z.ZodType<Answer>, body: unknown, hasLetter: boolean) {
  const answer = readForm(schema, body)
  const person = readForm(hasLetter ? personForm.extend({ email: z.unknown().optional() }) : personForm, body)
  const consent = readForm(stepForms.check, body)
  if (answer.data && person.data && consent.data) {
    const { first_name, last_name, email } = person.data
    return { data: { first_name, last_name, email: String(email ?? ''), answer: answer.data } }
  }
  const forms = [answer, person, consent].flatMap(({ form }) => form ?? [])
  return { form: { values: forms[0]!.values, errors: Object.assign({}, ...forms.map(({ errors }) => errors)) } }
}

/**
 * After an answer is saved, redirects to `#answer` on the page. A recognized but not signed-in visitor cannot see the
 * answer, so `?done=` contains the result for the page to confirm.
 */
export async function redirectToAnswer(request: FastifyRequest, reply: FastifyReply, href: string, result?: string) {
  const { state } = await request.visitor()
  return reply.redirect(`${href}${state === 'recognized' && result ? `?done=${result}` : ''}#answer`, 303)
}
