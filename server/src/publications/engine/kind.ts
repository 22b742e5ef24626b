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
export type PublicationRecord = Fields & {
  version: number
  updated_by: string | null
  state: string
  counts?: Record<string, number>
}
export type PublicationTable = 'communities' | 'events' | 'news_items' | 'opportunities' | 'list_letters'
type StateOf<C extends Contract> = C['states'][number]
type MoveOf<C extends Contract> = keyof C['moves'] & string
export type RecordOf<C extends Contract> = z.output<C['record']>
type Rows<Row> = SelectQueryBuilder<any, any, Row>
type Awaitable<Value> = Value | Promise<Value>

type EngineField =
  | (keyof Fields | 'picture' | 'photo_alt' | 'id' | 'version' | 'updated_by' | 'updated_at' | 'published_at')
  | ('state' | 'site_url' | 'clock_zone' | 'moves' | 'counts')

/** A kind of publication, such as events. Its queries alias the table as `t`. */
export type Kind<C extends Contract = Contract, Own extends object = object> = {
  contract: C
  table: PublicationTable
  /** The word for the publication in messages and the audit log, such as `event`. */
  noun: string
  /** How a conflict message refers to the publication, such as `It`. Defaults to `This` and the noun. */
  subject?: string
  /** The message of a 404. Derived from `noun` by default. */
  missing?: string
  /** Path of the pages on the alumni site. */
  folder: `/${string}`
  /** Path of the list for staff. */
  home: `/${string}`
  needs: Role
  titleColumn?: string
  state: RawBuilder<StateOf<C>>
  stateDescriptions: Record<StateOf<C>, string>
  /** True if everyone can see the publication. Defaults to whether its publishing time has passed. */
  isPublic?: RawBuilder<boolean>
  answers?: AnyAnswers
  /** Selects the columns that only this kind has. */
  read(db: Db, config: Config): Rows<Own>
  /** Derives the remaining fields of a record. */
  complete?(row: Own & RecordOf<C>): Omit<RecordOf<C>, EngineField>
  /** Converts fields to columns. Throws a 422 with `fields`. */
  columnsOf(db: Db, config: Config, written: z.output<C['fields']>): Awaitable<{ title: string }>
  /** Replaces the default update of the changed columns. */
  store?(db: Db, id: number, columns: object): Promise<void>
  /** The `refuse…` functions return a reason to refuse the change. They add to the rules for all kinds. */
  refuseSave?(record: RecordOf<C>): string | null
  refuseMove?(record: RecordOf<C>, move: MoveOf<C>): string | null
  refuseDelete?(record: RecordOf<C>): string | null
  /** Removes values that the audit log must not contain. */
  audited?(fields: Record<string, unknown>): object
  /** Moves that require reauthentication once people have answered, with their label in the dialog. */
  provenMoves?: Partial<Record<MoveOf<C>, string>>
  /** Columns that a move sets in addition to the publishing time. */
  moveColumns?: Partial<Record<MoveOf<C>, object>>
  beforeMove?: Partial<Record<MoveOf<C>, (db: Db, id: number) => Promise<void>>>
  afterMove?: Partial<Record<MoveOf<C>, (db: Db, id: number) => Promise<void>>>
  list: {
    /** Columns to search. */
    searchedColumns: readonly string[]
    rows(db: Db, filters: z.output<C['query']>): Rows<object>
    page(rows: object[], db: Db): Awaitable<object>
  }
  form: Form<C>
}

type Form<C extends Contract> = {
  new: z.ZodType
  edit: z.ZodType
  choices(db: Db, config: Config): Awaitable<object>
  show(record: RecordOf<C>, choices: object): object
}

/** Type-checks that the queries of a kind select what its contract needs. */
export function kind<C extends Contract, Own extends object>(declared: Kind<C, Own>): Kind<C, Own> {
  return declared
}

/** Selects the state of publication `t`: draft, scheduled, or `stateOnSite` once it is published. */
export function publicationState<State extends string>(stateOnSite: RawBuilder<unknown>) {
  return sql<State>`publication_state(t.published_at, ${stateOnSite})`
}

const { table: dynamicTable } = new DynamicModule<Tables>()

/** Returns a publication's table with the alias `t`, for queries that work for every kind. */
export const publicationTable = (table: PublicationTable) => dynamicTable(table).as('t')
