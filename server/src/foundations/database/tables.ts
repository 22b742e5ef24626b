import type { EntitySchemaWithMeta, InferKyselyDB } from '@mikro-orm/sql'
import type { ColumnType } from 'kysely'

/** The tables and columns as Kysely knows them; `schema.ts` adds those of the entities, for the whole program. */
export interface Tables {}

/** The tables of some entities, with values as they come from and go to PostgreSQL. */
export type TablesOf<Entities extends EntitySchemaWithMeta> = {
  [Table in keyof InferKyselyDB<Entities>]: {
    [Column in keyof InferKyselyDB<Entities>[Table]]: AsStored<InferKyselyDB<Entities>[Table][Column]>
  }
}

type AsStored<Column> =
  Column extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<AsRead<Read>, AsWritten<Insert>, AsWritten<Update>>
    : ColumnType<AsRead<Column>, AsWritten<Column>, AsWritten<Column>>

/** A timestamptz is read as PostgreSQL writes it; `utc()` makes it what JSON shows. */
type AsRead<Value> = Value extends Date ? string : Value
/** A json column is written as JSON text: pg would make an array of PostgreSQL of a JavaScript one. */
type AsWritten<Value> = Value extends Date ? Date | string : Value extends object ? string : Value
