import { stepForms } from '@alumni/shared/champions/sign-up'
import type { FormState } from '@alumni/shared/portal'
import { answererForm } from '@alumni/shared/publications/answerer-form'
import { answererChoice, answerQuery, type Answering } from '@alumni/shared/publications/answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { addPendingAnswer } from '../../champions/index.ts'
import type { App } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { readForm, toRefusedForm } from '../../foundations/http/read-form.ts'
import { refuse } from '../../foundations/http/refusal.ts'
import { decryptFromStorage } from '../../foundations/http/seal.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import type { Config } from '../../foundations/process/config.ts'

/** What is answered: one of the two columns, with its id. */
export type AnswerSubject = { event_id: number } | { opportunity_id: number }

/** The purpose for which the address of a letter's recipient is encrypted. */
export const sentTo = (recipient: number) => `address of recipient ${recipient}`

/** The recipient of a letter by its link, and the address to which it went. */
type AnswerLink = { recipient: number; email: string; said_no: boolean }

/**
 * Reads the link of a letter about this subject. Undefined for a wrong token, and where the address is no longer known
 * or its alumnus has died: the page then asks for an address.
 */
async function readAnswerLink(
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
  const email = await decryptFromStorage(config, sentTo(row.recipient), row.email).catch(() => undefined)
  return email === undefined ? undefined : { ...row, email }
}

/** How the page of a subject offers to answer. */
export async function answeringOf(
  { db, body, query }: FastifyRequest,
  config: Config,
  subject: AnswerSubject,
): Promise<Answering> {
  const { as, done } = answerQuery.catch({}).parse(body ?? query)
  const link = await readAnswerLink(db, config, as, subject)
  return { as: link ? as! : null, done: done ?? null, said_no: link?.said_no ?? false }
}

type ByEmail<Answer extends object> = {
  subject: AnswerSubject
  href: string
  /** The form of the answer itself. */
  form: z.ZodType<Answer>
  /** Returns why the answer cannot be given now, by field. */
  whyNot(answer: Answer): Promise<Record<string, string> | null>
}

/**
 * Takes the answer of someone who is neither signed in nor remembered. A yes waits for its address to be confirmed; a no
 * by the link of a letter is noted as unconfirmed. The reply is the same whether or not someone was invited or has
 * signed up. Returns a refused form, or replies itself.
 */
export async function answerByEmail<Answer extends object>(
  app: App,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, href, form: schema, whyNot }: ByEmail<Answer>,
): Promise<FormState | undefined> {
  const { db, body } = request
  const { data: choice, form: unchosen } = readForm(answererChoice, body)
  if (unchosen) return unchosen
  const { as, reply: said, website } = choice
  const link = await readAnswerLink(db, config, as, subject)
  const { data, form } = readYes(schema, body, link !== undefined)
  const refused = said === 'yes' ? (form ?? (await refusedBy(body, whyNot(data!.answer)))) : undefined
  if (refused) return refused
  const email = addressOf(link, data)
  const refusal = email && (await app.guard.checkAs(request.raw, '/', email))
  if (refusal) return void refuse(refusal, config.institution, request, reply)
  // A program fills in what people do not see.
  const store =
    said === 'yes'
      ? () => waitForConfirmation(db, { ...subject, ...data!, email, recipient_id: link?.recipient })
      : () => noteNo(db, link)
  if (!website) await store()
  const query = new URLSearchParams({ ...(link && { as: as! }), done: said })
  return void reply.redirect(`${href}?${query}#answer`, 303)
}

function addressOf(link: AnswerLink | undefined, data: { email: string } | undefined): string {
  return link?.email ?? data?.email ?? ''
}

async function refusedBy(body: unknown, why: Promise<Record<string, string> | null>): Promise<FormState | undefined> {
  const errors = await why
  return errors ? toRefusedForm(body, errors) : undefined
}

async function waitForConfirmation(db: Db, answer: Parameters<typeof addPendingAnswer>[1]): Promise<void> {
  await transact(db, async (db) => {
    const pending = await addPendingAnswer(db, answer)
    await enqueueLetter(db, 'answer-confirmation', { pending })
  })
}

async function noteNo(db: Db, link: AnswerLink | undefined): Promise<void> {
  if (!link) return
  await db.update('list_letter_recipients', { id: link.recipient }, { declined_at: sql<string>`now()` })
}

/** Reads the form of a yes; every field that is wrong is named at once. */
function readYes<Answer extends object>(schema: z.ZodType<Answer>, body: unknown, hasLetter: boolean) {
  const own = readForm(schema, body)
  const who = readForm(answererForm({ hasLetter }), body)
  const consent = readForm(stepForms.check, body)
  if (own.data && who.data && consent.data) {
    const { first_name, last_name, email } = who.data
    return { data: { first_name, last_name, email: String(email ?? ''), answer: own.data } }
  }
  const forms = [own, who, consent].flatMap(({ form }) => form ?? [])
  return { form: { values: forms[0]!.values, errors: Object.assign({}, ...forms.map(({ errors }) => errors)) } }
}

/** Leads to where the page shows the new answer: only who is signed in reads it from the file. */
export async function leadBack(request: FastifyRequest, reply: FastifyReply, href: string, done?: string) {
  const { state } = await request.visitor()
  return reply.redirect(`${href}${state === 'recognized' && done ? `?done=${done}` : ''}#answer`, 303)
}
