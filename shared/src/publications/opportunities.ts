import { z } from 'zod'
import { answering } from './answers.ts'
import { card, picture, type Card } from './cards.ts'
import { addressWords } from './locations.ts'
import { pageMembers, pageNumber, searchWords } from '../page.ts'
import { whereQuery, whereShown } from './where.ts'
import { formState, portalPage } from '../portal.ts'

/** The kinds of opportunities with the words for them. */
export const opportunityKindNames = {
  mentoring: 'Mentoring',
  hosting: 'Hosting',
  speaking: 'Speaking',
  recruiting: 'Jobs and internships',
  welcoming: 'Welcoming',
  giving_advice: 'Giving advice',
  organising: 'Organizing',
} as const
export type OpportunityKind = keyof typeof opportunityKindNames
export const opportunityKinds = Object.keys(opportunityKindNames) as OpportunityKind[]

export const responseStatuses = ['responded', 'accepted', 'declined', 'waiting', 'withdrawn'] as const
export type ResponseStatus = (typeof responseStatuses)[number]

/** Every move that a response may make. A new one begins by `respond` or `wait`. */
export const responseMoves = {
  respond: { from: ['withdrawn'], to: 'responded', meaning: 'Someone offers to help, and there is a place.' },
  wait: { from: ['withdrawn'], to: 'waiting', meaning: 'Someone offers to help, and every place is taken.' },
  place: { from: ['waiting'], to: 'responded', meaning: 'A place became free for the next who waits.' },
  accept: { from: ['responded'], to: 'accepted', meaning: 'The organizer has said yes.' },
  decline: { from: ['responded', 'accepted', 'waiting'], to: 'declined', meaning: 'The organizer has said no.' },
  withdraw: {
    from: ['responded', 'accepted', 'waiting'],
    to: 'withdrawn',
    meaning: 'The person has taken their offer back.',
  },
} as const satisfies Record<string, { from: readonly ResponseStatus[]; to: ResponseStatus; meaning: string }>
export type ResponseMove = keyof typeof responseMoves

/** Whether a response in `status` may make `move`. */
export function canMoveResponse(status: ResponseStatus, move: ResponseMove): boolean {
  return (responseMoves[move].from as readonly ResponseStatus[]).includes(status)
}

/** In these states a response has a place that no one else can have. */
export const placeHolding = ['responded', 'accepted'] as const satisfies readonly ResponseStatus[]

/** The tag that shows people their own answer. */
export const responseWords = {
  responded: { tone: 'good', label: 'You offered to help' },
  accepted: { tone: 'good', label: 'The organizer said yes' },
  declined: { tone: 'neutral', label: 'Not this time' },
  waiting: { tone: 'waiting', label: 'You are on the waiting list' },
  withdrawn: { tone: 'neutral', label: 'You took your offer back' },
} as const satisfies Record<ResponseStatus, Card['tag']>

/** Where one helps: "Boston, MA, or from anywhere". */
export function whereToHelp({ place, is_remote, ...location }: Where): string {
  const there = addressWords([place], location)
  if (!is_remote) return there || 'Anywhere'
  return there ? `${there}, or from anywhere` : 'From anywhere'
}
type Where = { place: string | null; is_remote: boolean } & Parameters<typeof addressWords>[1]

/** `?where=` for what can be done from anywhere; any other value was a place, in addresses of earlier releases. */
const fromAnywhere = 'anywhere'

/** Filters of `/opportunities`; what makes no sense counts as not asked. */
export const opportunitiesQuery = z
  .object({
    q: searchWords.catch(undefined),
    kind: z.enum(opportunityKinds).optional().catch(undefined),
    ...whereQuery,
    where: z.string().trim().max(200).catch(''),
    /** Shows opportunities whose last day to answer is in this month. */
    time: z.literal('month').optional().catch(undefined),
    /** Closed opportunities are listed too. */
    closed: z.literal('yes').optional().catch(undefined),
    page: pageNumber.catch(1),
  })
  .transform(({ where, ...asked }): typeof asked => {
    if (where === fromAnywhere) return { ...asked, online: 'yes' }
    return { ...asked, near: asked.near || where }
  })
export type OpportunitiesQuery = z.infer<typeof opportunitiesQuery>

/** The slug or the numeric id. */
export const opportunityParams = z.object({ opportunity: z.string().max(200) })

export const opportunitiesPage = portalPage('opportunities/list', {
  filter: formState,
  where: z.object(whereShown),
  cards: z.array(card),
  ...pageMembers,
})

export const opportunityPage = portalPage('opportunities/detail', {
  opportunity: z.object({
    href: z.string(),
    title: z.string(),
    kind: z.string(),
    summary: z.string(),
    /** Safe to place. */
    html: z.string(),
    picture,
    where: z.string(),
    effort: z.string().nullable(),
    /** The last day on which one can answer. */
    closes_on: z.string().nullable(),
    is_open: z.boolean(),
    /** Null: as many as want to. */
    places_left: z.number().int().nullable(),
    question: z.string().nullable(),
  }),
  /** The visitor's own answer; `line` is their place in the line of those who wait. */
  response: z
    .object({
      status: z.enum(responseStatuses),
      message: z.string(),
      answer: z.string().nullable(),
      line: z.number().int().nullable(),
    })
    .nullable(),
  /** Whether the visitor, once verified, could answer now. */
  can_respond: z.boolean(),
  answering,
  form: formState,
})

const [maxMessage, maxAnswer] = [2000, 1000]
/** The limits of the form's fields, in characters. */
export const responseLimits = { message: maxMessage, answer: maxAnswer }

const written = (maxLength: number, tooLong: string) =>
  z
    .string('Write plain text here.')
    // Browsers send line breaks as two characters and count them as one.
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(maxLength, tooLong))
    .default('')

/** Returns the form of a response; `asks`: the organizer has a question, which needs an answer. */
export function responseForm({ asks }: { asks: boolean }) {
  return z
    .object({
      answer: written(maxAnswer, `Keep your answer to ${maxAnswer} characters.`).refine(
        (answer) => answer !== '' || !asks,
        'Answer the organizer’s question.',
      ),
      message: written(maxMessage, `Keep your message to ${maxMessage} characters.`),
    })
    .transform(({ answer, message }) => ({ answer: answer || null, message }))
}
export type ResponseForm = z.output<ReturnType<typeof responseForm>>
