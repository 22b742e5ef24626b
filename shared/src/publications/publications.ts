import { z } from 'zod'
import { pageMembers, pageNumber, searchWords } from '../page.ts'
import { askedGroups } from '../alumni/ask-filters.ts'
import { pictureKinds } from './cards.ts'
import { countCells, isNestedTooDeeply, maxCells, maxNesting } from './markdown-limits.ts'
import { photoName } from './photos.ts'

const maxBody = 20_000
const maxEmphasisMarks = 2_000

/** Makes a text blank in which nothing can be seen: format characters, lone marks and fillers. */
export function visibleText(text: string): string {
  return /^[\s\p{Cc}\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text) ? '' : text
}

/** A line break that was pasted into a text of one line is a blank. */
export const oneLine = z
  .string()
  .overwrite((text) => visibleText(text).replace(/\s+/g, ' '))
  .trim()

/** The fields by which any publication is presented. */
export const publicationText = {
  title: oneLine.min(1, 'Write a title.').max(120, 'Keep the title to 120 characters.'),
  /** The last part of its address on the alumni's site; blank: made from the title. */
  slug: z
    .string()
    .trim()
    .max(100, 'Keep the address to 100 characters.')
    .regex(
      /^$|^(?!\d+$)[a-z0-9]+(-[a-z0-9]+)*$/,
      'Use lowercase letters, digits and hyphens, such as dinner-in-dublin, and not only digits.',
    ),
  summary: z.string().trim().max(300, 'Keep the summary to 300 characters.'),
  /** Markdown. */
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
  /** The name of a photo beside the text; without one, a picture is drawn. */
  photo: photoName.nullable(),
  /** A text that describes the photo. */
  photo_alt: oneLine.max(200, 'Keep this to 200 characters.'),
  picture: z.enum(pictureKinds, 'Choose a picture.'),
}
type Photo = { photo: string | null; photo_alt: string }

/** The same contract, in which a photo never stands without words for it. */
function photoNeedsWords<Schema extends z.ZodType<object>>(schema: Schema) {
  return schema.refine(({ photo = null, photo_alt }: Partial<Photo>) => photo === null || photo_alt !== '', {
    path: ['photo_alt'],
    message: 'Describe the photo. People who cannot see it hear these words.',
  })
}

/** A line of text that may be absent; blank ones are. */
export const lineOrNone = (max: number) =>
  oneLine
    .max(max, `Keep this to ${max} characters.`)
    .nullable()
    .overwrite((text) => text || null)

/** A day and time as a clock shows it, such as `2026-12-01T18:30`. */
export const localTime = (what: string) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, `Choose the day and time ${what}.`)

/** `POST …/moves`: `at` is the time of `schedule`, by the clocks of the institution. */
function moveRequest<Moves extends Readonly<Record<string, string>>>(move: z.ZodEnum<Moves>) {
  return z
    .object({ move, at: localTime('at which it is published').optional() })
    .refine((asked) => (asked.move === 'schedule') === (asked.at !== undefined), {
      path: ['at'],
      message: 'Choose the day and time at which it is published.',
    })
}
/** Null is no limit. */
export const placesOrNone = z
  .number('Enter a number of places, such as 40, or leave it empty.')
  .int('Enter a whole number of places, such as 40.')
  .min(1, 'Enter at least 1 place, or leave it empty for no limit.')
  .max(1_000_000, 'Enter at most 1,000,000 places.')
  .nullable()

/** The data of a row beside its text, for staff. `site_url` is its page on the alumni's site. */
const publicationFacts = {
  id: z.number().int(),
  version: z.number().int(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
  site_url: z.string(),
  /** The zone in whose clocks its times of publishing are said. */
  clock_zone: z.string(),
}

/** The version that the person saw when they began to edit; 409 with `current` when it is another by now. */
const seenVersion = { version: z.number('Reload the page.').int().min(1) }
export const deletePublicationRequest = z.object(seenVersion)

/** The moves of a publication: the states it may leave, the one it enters, and a sentence about it. */
type Moves<State extends string, Move extends string> = Readonly<
  Record<Move, { from: readonly State[]; to: State; meaning: string }>
>

/** The moves of a kind on the alumni's site: `shown` is its state once it is published, `ended` are later ones. */
export const siteMoves = <const Shown extends string, const Ended extends string>(
  shown: Shown,
  ended: readonly Ended[],
) =>
  ({
    publish: { from: ['draft', 'scheduled'], to: shown, meaning: 'Everyone can read it on the alumni’s site.' },
    schedule: { from: ['draft', 'scheduled'], to: 'scheduled', meaning: 'It is published by itself at that time.' },
    unpublish: { from: ['scheduled', shown, ...ended], to: 'draft', meaning: 'It leaves the alumni’s site.' },
  }) as const

type Description<State extends string, Move extends string, Fields, Facts, Filters, List> = {
  states: readonly State[]
  moves: Moves<State, Move>
  /** The fields that staff fill in beside the common text. */
  fields: Fields
  /** The data that staff see beside the fields. */
  facts: Facts
  /** Filters of the list beside words, state and page; what makes no sense counts as not asked. */
  filters: Filters
  /** The rows of a page of the list, and what else stands there. */
  list: List
  /** A rule across fields that are each right by themselves. */
  refusal?: { isRight(fields: object): boolean; path: string; message: string }
}

/** The same fields in a record: a rule for texts does not apply to those that were saved before there was the rule. */
function asSaved<Fields extends z.ZodRawShape>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field instanceof z.ZodString ? z.string() : field]),
  ) as Fields
}

/** The contract of one kind of publication between the service and the staff app. */
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
    const described = photoNeedsWords(schema)
    return refusal ? described.refine(refusal.isRight, { ...refusal, path: [refusal.path] }) : described
  }
  return {
    states,
    moves,
    fields,
    /** The form of a new one makes `form_id` once: saving it again, after its reply was lost, changes the same draft. */
    create: whole(fields.extend({ form_id: z.uuidv4().optional() })),
    change: whole(z.object({ ...publicationText, ...kind.fields, ...seenVersion })),
    move: moveRequest(move),
    /** `moves` are those that it may make now. */
    record: z.object({
      ...asSaved(publicationText),
      ...asSaved(kind.fields),
      ...publicationFacts,
      ...kind.facts,
      state,
      moves: z.array(move),
    }),
    query: z.object({
      q: searchWords.catch(undefined),
      state: state.optional().catch(undefined),
      page: pageNumber.catch(1),
      ...kind.filters,
    }),
    /** `counts` are of all, whatever the filters. */
    page: z.object({ ...kind.list, ...pageMembers, counts: z.record(state, z.number().int()) }),
    /** Whether what is in `state` may make `move`. */
    canMove: (state: State, move: Move): boolean => moves[move].from.includes(state),
  }
}

/** The most answers that one request decides or marks; a page of a list has 50. */
export const maxAnswersAtOnce = 200
export const answerIds = z
  .array(z.number().int().min(1), 'Choose at least one.')
  .min(1, 'Choose at least one.')
  .max(maxAnswersAtOnce)
/** The answers left as they are, and why. */
export const refusedAnswers = z.array(z.object({ id: z.number().int(), name: z.string(), error: z.string() }))
export type RefusedAnswers = z.infer<typeof refusedAnswers>

/** Filters of the answers to a publication. */
export const answersQuery = <const Filter extends string>(filters: readonly Filter[]) =>
  z.object({
    q: searchWords.catch(undefined),
    status: z.enum(filters).optional().catch(undefined),
    /** The people asked who are listed in place of answers; `linked=no` are those without an alumnus. */
    people: z.enum(askedGroups).optional().catch(undefined),
    linked: z.literal('no').optional().catch(undefined),
    page: pageNumber.catch(1),
  })

/** An answer's author; `signup_id` is that of their page, null where they have deleted their signup. */
export const answerRow = {
  id: z.number().int(),
  signup_id: z.number().int().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  /** The alumnus whom staff have found for them, and their class years. */
  buid: z.string().nullable(),
  class_years: z.array(z.number().int()),
  /** The alumnus’s on file, else as the champion said. */
  city: z.string().nullable(),
  /**
   * How many events they attended before, each counted once: those on the record of the alumnus, or without one those
   * that their signup attended. Before an event's day; of an opportunity, so far.
   */
  events_before: z.number().int(),
  asked_at: z.string(),
  /** The place in the line of those who wait, from 1. */
  line: z.number().int().nullable(),
}

/** Words for an address: `A dinner, far from Home!` is `a-dinner-far-from-home`. */
export function slugOf(title: string, otherwise: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 90)
    .replace(/-$/, '')
  return /^\d*$/.test(words) ? [otherwise, words].filter(Boolean).join('-') : words
}
