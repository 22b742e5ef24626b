import { DynamicModule, sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import type { Role } from '@alumni/shared/staff/accounts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { AnyAnswers } from './answers.ts'

export type Contract = {
  moves: Readonly<Record<string, { from: readonly string[]; to: string; meaning: string }>>
  states: readonly string[]
  fields: z.ZodObject
  create: z.ZodType<Fields & { form_id?: string | undefined }>
  change: z.ZodType<Fields & { version: number }>
  move: z.ZodType<{ move: string; at?: string | undefined }>
  record: z.ZodType<PublicationRecord>
  query: z.ZodType<{ q?: string | undefined; state?: string | undefined; page: number }>
  page: z.ZodType
  canMove(state: string, move: string): boolean
}
export type Fields = { title: string; slug: string; summary: string; body: string; photo: string | null }
/** The members of a record of any kind that the engine reads. */
export type PublicationRecord = Fields & {
  version: number
  updated_by: string | null
  state: string
  counts?: Record<string, number>
}
/** The tables of publications: in queries, the columns that all of them have. */
export type PublicationTable = 'communities' | 'events' | 'news_items' | 'opportunities' | 'list_letters'
type StateOf<C extends Contract> = C['states'][number]
type MoveOf<C extends Contract> = keyof C['moves'] & string
export type RecordOf<C extends Contract> = z.output<C['record']>
type Rows<Row> = SelectQueryBuilder<any, any, Row>
type Awaitable<Value> = Value | Promise<Value>

/** The fields that the engine adds to a record of any kind. */
type EngineField =
  | (keyof Fields | 'picture' | 'photo_alt' | 'id' | 'version' | 'updated_by' | 'updated_at' | 'published_at')
  | ('state' | 'site_url' | 'clock_zone' | 'moves' | 'counts')

/**
 * One kind of publication: what differs between communities, news, events and opportunities. In all queries its table
 * is `t`.
 */
export type Kind<C extends Contract = Contract, Own extends object = object> = {
  contract: C
  table: PublicationTable
  /** Such as `event`: in sentences, and before the action in the audit log. */
  noun: string
  /** The subject of a sentence, and the sentence of a 404, where the noun does not do. */
  subject?: string
  missing?: string
  /** The folder of its pages on the alumni's site. */
  folder: `/${string}`
  /** The address of staff's list, and who may write. */
  home: `/${string}`
  needs: Role
  titleColumn?: string
  state: RawBuilder<StateOf<C>>
  stateWords: Record<StateOf<C>, string>
  /** When everybody may read it, where that is not simply since it was published. */
  isPublic?: RawBuilder<boolean>
  answers?: AnyAnswers
  /** Its table with what the record says beside what all have; `complete` says the rest. */
  read(db: Db, config: Config): Rows<Own>
  complete?(row: Own & RecordOf<C>): Omit<RecordOf<C>, EngineField>
  /** Returns the columns to store. Throws a 422 with `fields`. */
  columnsOf(db: Db, config: Config, written: z.output<C['fields']>): Awaitable<{ title: string }>
  /** Stores changed columns in a way of its own. */
  store?(db: Db, id: number, columns: object): Promise<void>
  /** Why it can no longer be changed, moved or deleted, beside what is so for all kinds. */
  refuseSave?(record: RecordOf<C>): string | null
  refuseMove?(record: RecordOf<C>, move: MoveOf<C>): string | null
  refuseDelete?(record: RecordOf<C>): string | null
  /** Reduces changed fields to what the audit log may hold of them. */
  audited?(fields: Record<string, unknown>): object
  /** The moves that need a fresh proof once people have answered, each in words. */
  provenMoves?: Partial<Record<MoveOf<C>, string>>
  /** Columns that a move writes beside the publishing time, and its steps before and after. */
  moveColumns?: Partial<Record<MoveOf<C>, object>>
  beforeMove?: Partial<Record<MoveOf<C>, (db: Db, id: number) => Promise<void>>>
  afterMove?: Partial<Record<MoveOf<C>, (db: Db, id: number) => Promise<void>>>
  list: {
    /** The columns in which words are searched. */
    words: readonly string[]
    /** The rows that its own filters leave, in their order. */
    rows(db: Db, filters: z.output<C['query']>): Rows<object>
    page(rows: object[], db: Db): Awaitable<object>
  }
  form: Form<C>
}

type Form<C extends Contract> = {
  /** The data for the form of a new record, and of a changed one. */
  new: z.ZodType
  edit: z.ZodType
  choices(db: Db, config: Config): Awaitable<object>
  show(record: RecordOf<C>, choices: object): object
}

/** Declares a kind: what its queries select is held against its contract. */
export function kind<C extends Contract, Own extends object>(declared: Kind<C, Own>): Kind<C, Own> {
  return declared
}

/** In a query: the state of a publication; `onSite` is the state once it has been published. */
export function stateOf<State extends string>(onSite: RawBuilder<unknown>) {
  return sql<State>`case when t.published_at is null then 'draft' when t.published_at > now() then 'scheduled'
    else ${onSite} end`
}

const { table: dynamicTable } = new DynamicModule<Tables>()
/** The table of a kind in a query, as `t`. */
export const asT = (table: PublicationTable) => dynamicTable(table).as('t')
