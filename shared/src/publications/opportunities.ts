import { z } from 'zod'
import { answering } from './answers.ts'
import { card, picture, type Card } from './cards.ts'
import { formatFullAddress } from './locations.ts'
import { pageMembers, pageNumber, searchText } from '../page.ts'
import { placeFilters, shownPlaceFilters } from './place-filters.ts'
import { formState, portalPage } from '../portal.ts'

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

/** A new response starts with `respond` or `wait`. */
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

export function canMoveResponse(status: ResponseStatus, move: ResponseMove): boolean {
  return (responseMoves[move].from as readonly ResponseStatus[]).includes(status)
}

export const occupyingStatuses = ['responded', 'accepted'] as const satisfies readonly ResponseStatus[]

export const responseLabels = {
  responded: { tone: 'good', label: 'You offered to help' },
  accepted: { tone: 'good', label: 'The organizer said yes' },
  declined: { tone: 'neutral', label: 'Not this time' },
  waiting: { tone: 'waiting', label: 'You are on the waiting list' },
  withdrawn: { tone: 'neutral', label: 'You took your offer back' },
} as const satisfies Record<ResponseStatus, Card['tag']>

/** Returns the place in one line, such as "Boston, MA, or from anywhere" for remote help. */
export function whereToHelp({ place, is_remote, ...location }: OpportunityPlace): string {
  const there = formatFullAddress([place], location)
  if (!is_remote) return there || 'Anywhere'
  return there ? `${there}, or from anywhere` : 'From anywhere'
}
type OpportunityPlace = { place: string | null; is_remote: boolean } & Parameters<typeof formatFullAddress>[1]

/** A special value of `where`, which is otherwise a place. URLs from earlier releases have this filter. */
const fromAnywhere = 'anywhere'

/** Ignores invalid values. */
export const opportunitiesQuery = z
  .object({
    q: searchText.catch(undefined),
    kind: z.enum(opportunityKinds).optional().catch(undefined),
    ...placeFilters,
    where: z.string().trim().max(200).catch(''),
    time: z.literal('month').optional().catch(undefined),
    closed: z.literal('yes').optional().catch(undefined),
    page: pageNumber.catch(1),
  })
  .transform(({ where, ...filters }): typeof filters => {
    if (where === fromAnywhere) return { ...filters, online: 'yes' }
    return { ...filters, near: filters.near || where }
  })
export type OpportunitiesQuery = z.infer<typeof opportunitiesQuery>

export const opportunityParams = z.object({ opportunity: z.string().max(200) })

export const opportunitiesPage = portalPage('opportunities/list', {
  filter: formState,
  where: z.object(shownPlaceFilters),
  cards: z.array(card),
  ...pageMembers,
})

export const opportunityPage = portalPage('opportunities/detail', {
  opportunity: z.object({
    href: z.string(),
    title: z.string(),
    kind: z.string(),
    summary: z.string(),
    html: z.string(),
    picture,
    where: z.string(),
    effort: z.string().nullable(),
    /** The last day to respond. */
    closes_on: z.string().nullable(),
    is_open: z.boolean(),
    places_left: z.number().int().nullable(),
    question: z.string().nullable(),
  }),
  /** The visitor’s own response; `line` is its position on the waiting list. */
  response: z
    .object({
      status: z.enum(responseStatuses),
      message: z.string(),
      answer: z.string().nullable(),
      line: z.number().int().nullable(),
    })
    .nullable(),
  can_respond: z.boolean(),
  answering,
  form: formState,
})

const [maxMessage, maxAnswer] = [2000, 1000]
export const responseLimits = { message: maxMessage, answer: maxAnswer }

const written = (maxLength: number, tooLong: string) =>
  z
    .string('Write plain text here.')
    // Browsers count a line break as one character but send two.
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(maxLength, tooLong))
    .default('')

/** Builds the schema of an offer's form. `asks` means that the organizer's question must be answered. */
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
