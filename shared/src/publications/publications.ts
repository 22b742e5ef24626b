import { z } from 'zod'
import { pageMembers, pageNumber, searchText } from '../page.ts'
import { askedGroups } from '../alumni/ask-filters.ts'
import { pictureKinds } from './cards.ts'
import { countCells, isNestedTooDeeply, maxCells, maxNesting } from './markdown-limits.ts'
import { photoName } from './photos.ts'

const maxBody = 20_000
const maxEmphasisMarks = 2_000

/** Returns the text, or an empty string if it has only invisible characters: format characters, marks and fillers. */
export function visibleText(text: string): string {
  return /^[\s\p{Cc}\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text) ? '' : text
}

export const oneLine = z
  .string()
  .overwrite((text) => visibleText(text).replace(/\s+/g, ' '))
  .trim()

export const publicationText = {
  title: oneLine.min(1, 'Write a title.').max(120, 'Keep the title to 120 characters.'),
  /** The last part of the URL; generated from the title if blank. */
  slug: z
    .string()
    .trim()
    .max(100, 'Keep the address to 100 characters.')
    .regex(
      /^$|^(?!\d+$)[a-z0-9]+(-[a-z0-9]+)*$/,
      'Use lowercase letters, digits and hyphens, such as dinner-in-dublin, and not only digits.',
    ),
  summary: z.string().trim().max(300, 'Keep the summary to 300 characters.'),
  body: z
    .string()
    .max(maxBody, `Keep the text to ${maxBody.toLocaleString('en-US')} characters.`)
    .refine((text) => !/!\[\s*\]\(/.test(text), 'Describe each picture. People who cannot see it hear these words.')
    .refine(
      (text) => !isNestedTooDeeply(text),
      `Quotes, lists and emphasis are nested too deeply. Keep them to ${maxNesting} levels.`,
    )
    .refine(
      (text) => (text.match(/[*_~]+/g)?.length ?? 0) <= maxEmphasisMarks,
      `There is too much emphasis. Make fewer words bold or italic.`,
    )
    .refine(
      (text) => countCells(text) <= maxCells,
      `The tables are too large. Keep them to ${maxCells.toLocaleString('en-US')} cells in all.`,
    ),
  photo: photoName.nullable(),
  photo_alt: oneLine.max(200, 'Keep this to 200 characters.'),
  picture: z.enum(pictureKinds, 'Choose a picture.'),
}
type Photo = { photo: string | null; photo_alt: string }

function checkPhotoDescription<Schema extends z.ZodType<object>>(schema: Schema) {
  return schema.refine(({ photo = null, photo_alt }: Partial<Photo>) => photo === null || photo_alt !== '', {
    path: ['photo_alt'],
    message: 'Describe the photo. People who cannot see it hear these words.',
  })
}

/** Builds the schema of a line of text that becomes null if it is empty. */
export const optionalText = (max: number) =>
  oneLine
    .max(max, `Keep this to ${max} characters.`)
    .nullable()
    .overwrite((text) => text || null)

/** Builds the schema of a local date and time such as `2026-12-01T18:30`. `purpose` ends the error message. */
export const localTime = (purpose: string) =>
  z
    .string()
    .regex(
      /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
      `Choose the day and time ${purpose}.`,
    )

/** `at` is the publishing time for the move `schedule`, in the time zone of the institution. */
function moveRequest<Moves extends Readonly<Record<string, string>>>(move: z.ZodEnum<Moves>) {
  return z
    .object({ move, at: localTime('at which it is published').optional() })
    .refine((request) => (request.move === 'schedule') === (request.at !== undefined), {
      path: ['at'],
      message: 'Choose the day and time at which it is published.',
    })
}
/** Maximum number of people; null means unlimited. */
export const optionalCapacity = z
  .number('Enter a number of places, such as 40, or leave it empty.')
  .int('Enter a whole number of places, such as 40.')
  .min(1, 'Enter at least 1 place, or leave it empty for no limit.')
  .max(1_000_000, 'Enter at most 1,000,000 places.')
  .nullable()

const publicationFacts = {
  id: z.number().int(),
  version: z.number().int(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
  site_url: z.string(),
  clock_zone: z.string(),
}

/** The version that the user loaded. If a newer one has been saved, replies 409 with the `current` record. */
const loadedVersion = { version: z.number('Reload the page.').int().min(1) }
export const deletePublicationRequest = z.object(loadedVersion)

type Moves<State extends string, Move extends string> = Readonly<
  Record<Move, { from: readonly State[]; to: State; meaning: string }>
>

/** Builds the moves of content on the alumni’s site. `published` is its state there; `ended` are later states. */
export const siteMoves = <const Published extends string, const Ended extends string>(
  published: Published,
  ended: readonly Ended[],
) =>
  ({
    publish: { from: ['draft', 'scheduled'], to: published, meaning: 'Everyone can read it on the alumni’s site.' },
    schedule: { from: ['draft', 'scheduled'], to: 'scheduled', meaning: 'It is published by itself at that time.' },
    unpublish: { from: ['scheduled', published, ...ended], to: 'draft', meaning: 'It leaves the alumni’s site.' },
  }) as const

type Description<State extends string, Move extends string, Fields, Facts, Filters, List> = {
  states: readonly State[]
  moves: Moves<State, Move>
  fields: Fields
  facts: Facts
  filters: Filters
  list: List
  refusal?: { isRight(fields: object): boolean; path: string; message: string }
}

/** Drops the rules for text fields, so that records saved before a rule existed stay valid. */
function withoutTextRules<Fields extends z.ZodRawShape>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field instanceof z.ZodString ? z.string() : field]),
  ) as Fields
}

export function publication<
  const State extends string,
  const Move extends string,
  Fields extends z.ZodRawShape,
  Facts extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
  List extends z.ZodRawShape,
>({ states, moves, refusal, ...kind }: Description<State, Move, Fields, Facts, Filters, List>) {
  const state = z.enum(states)
  const move = z.enum(Object.keys(moves) as Move[])
  const fields = z.object({ ...publicationText, ...kind.fields })
  const whole = <Schema extends z.ZodType<object>>(schema: Schema): Schema => {
    const described = checkPhotoDescription(schema)
    return refusal ? described.refine(refusal.isRight, { ...refusal, path: [refusal.path] }) : described
  }
  return {
    states,
    moves,
    fields,
    /** `form_id` is an idempotency key: a repeated request changes the same draft. */
    create: whole(fields.extend({ form_id: z.uuidv4().optional() })),
    change: whole(z.object({ ...publicationText, ...kind.fields, ...loadedVersion })),
    move: moveRequest(move),
    record: z.object({
      ...withoutTextRules(publicationText),
      ...withoutTextRules(kind.fields),
      ...publicationFacts,
      ...kind.facts,
      state,
      moves: z.array(move),
    }),
    query: z.object({
      q: searchText.catch(undefined),
      state: state.optional().catch(undefined),
      page: pageNumber.catch(1),
      ...kind.filters,
    }),
    page: z.object({ ...kind.list, ...pageMembers, counts: z.record(state, z.number().int()) }),
    canMove: (state: State, move: Move): boolean => moves[move].from.includes(state),
  }
}

export const maxAnswersAtOnce = 200
export const answerIds = z
  .array(z.number().int().min(1), 'Choose at least one.')
  .min(1, 'Choose at least one.')
  .max(maxAnswersAtOnce)
export const refusedAnswers = z.array(z.object({ id: z.number().int(), name: z.string(), error: z.string() }))
export type RefusedAnswers = z.infer<typeof refusedAnswers>

/** Builds the query schema of a list of answers. `filters` are the statuses; invalid values are ignored. */
export const answersQuery = <const Filter extends string>(filters: readonly Filter[]) =>
  z.object({
    q: searchText.catch(undefined),
    status: z.enum(filters).optional().catch(undefined),
    people: z.enum(askedGroups).optional().catch(undefined),
    linked: z.literal('no').optional().catch(undefined),
    page: pageNumber.catch(1),
  })

export const answerRow = {
  id: z.number().int(),
  signup_id: z.number().int().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  buid: z.string().nullable(),
  class_years: z.array(z.number().int()),
  city: z.string().nullable(),
  /** For an event, the number of events attended before its day; for an opportunity, the number attended until now. */
  events_before: z.number().int(),
  asked_at: z.string(),
  /** The position on the waiting list, from 1. */
  line: z.number().int().nullable(),
}

/** Converts a title to a slug. Adds `prefix` if the slug would otherwise be empty or only digits. */
export function toSlug(title: string, prefix: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 90)
    .replace(/-$/, '')
  return /^\d*$/.test(slug) ? [prefix, slug].filter(Boolean).join('-') : slug
}
