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
/** The tables of publications, which have common columns. */
export type PublicationTable = 'communities' | 'events' | 'news_items' | 'opportunities' | 'list_letters'
type StateOf<C extends Contract> = C['states'][number]
type MoveOf<C extends Contract> = keyof C['moves'] & string
export type RecordOf<C extends Contract> = z.output<C['record']>
type Rows<Row> = SelectQueryBuilder<any, any, Row>
type Awaitable<Value> = Value | Promise<Value>

/** The fields that the engine adds to every record. */
type EngineField =
  | (keyof Fields | 'picture' | 'photo_alt' | 'id' | 'version' | 'updated_by' | 'updated_at' | 'published_at')
  | ('state' | 'site_url' | 'clock_zone' | 'moves' | 'counts')

/** The properties of a kind of publication that differ from other kinds. Queries alias its table as `t`. */
export type Kind<C extends Contract = Contract, Own extends object = object> = {
  contract: C
  table: PublicationTable
  /** The noun in sentences and in actions of the audit log, such as `event`. */
  noun: string
  /** The subject of sentences and the message of a 404. Default: derived from the noun. */
  subject?: string
  missing?: string
  /** The path of its pages on the alumni’s site. */
  folder: `/${string}`
  /** The path of staff’s list. */
  home: `/${string}`
  needs: Role
  titleColumn?: string
  state: RawBuilder<StateOf<C>>
  stateWords: Record<StateOf<C>, string>
  /** The condition under which everyone can read it. Default: its publishing time has come. */
  isPublic?: RawBuilder<boolean>
  answers?: AnyAnswers
  /** Selects the columns that other kinds do not have; `complete` derives the remaining fields of a record. */
  read(db: Db, config: Config): Rows<Own>
  complete?(row: Own & RecordOf<C>): Omit<RecordOf<C>, EngineField>
  /** Converts fields to columns. Throws a 422 with `fields`. */
  columnsOf(db: Db, config: Config, written: z.output<C['fields']>): Awaitable<{ title: string }>
  /** Replaces the plain update of changed columns. */
  store?(db: Db, id: number, columns: object): Promise<void>
  /** Explains why a record cannot be changed, moved or deleted, in addition to the rules of all kinds. */
  refuseSave?(record: RecordOf<C>): string | null
  refuseMove?(record: RecordOf<C>, move: MoveOf<C>): string | null
  refuseDelete?(record: RecordOf<C>): string | null
  /** Removes from fields what the audit log must not contain. */
  audited?(fields: Record<string, unknown>): object
  /** The moves that need a fresh proof of identity once people have answered, and their label in that dialog. */
  provenMoves?: Partial<Record<MoveOf<C>, string>>
  /** The columns that a move writes in addition to the publishing time, and the steps before and after it. */
  moveColumns?: Partial<Record<MoveOf<C>, object>>
  beforeMove?: Partial<Record<MoveOf<C>, (db: Db, id: number) => Promise<void>>>
  afterMove?: Partial<Record<MoveOf<C>, (db: Db, id: number) => Promise<void>>>
  list: {
    /** The searched columns. */
    words: readonly string[]
    /** Selects the filtered and ordered rows. */
    rows(db: Db, filters: z.output<C['query']>): Rows<object>
    page(rows: object[], db: Db): Awaitable<object>
  }
  form: Form<C>
}

type Form<C extends Contract> = {
  /** The schemas of the data for the form of a new record and of an existing one. */
  new: z.ZodType
  edit: z.ZodType
  choices(db: Db, config: Config): Awaitable<object>
  show(record: RecordOf<C>, choices: object): object
}

/** Defines a kind; its types check that the queries select what the contract needs. */
export function kind<C extends Contract, Own extends object>(declared: Kind<C, Own>): Kind<C, Own> {
  return declared
}

/** Selects the state of a publication `t`. */
export function publicationState<State extends string>(stateOnSite: RawBuilder<unknown>) {
  return sql<State>`publication_state(t.published_at, ${stateOnSite})`
}

const { table: dynamicTable } = new DynamicModule<Tables>()
export const asT = (table: PublicationTable) => dynamicTable(table).as('t')
