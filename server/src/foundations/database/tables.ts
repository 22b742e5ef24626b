import type { EntitySchemaWithMeta, InferKyselyDB } from '@mikro-orm/sql'
import type { ColumnType } from 'kysely'

export interface Tables {}

export type TablesOf<Entities extends EntitySchemaWithMeta> = {
  [Table in keyof InferKyselyDB<Entities>]: {
    [Column in keyof InferKyselyDB<Entities>[Table]]: AsStored<InferKyselyDB<Entities>[Table][Column]>
  }
}

type AsStored<Column> =
  Column extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<AsRead<Read>, AsWritten<Insert>, AsWritten<Update>>
    : ColumnType<AsRead<Column>, AsWritten<Column>, AsWritten<Column>>

/** A timestamptz is read as PostgreSQL's text. Use `utc()` to format it for JSON. */
type AsRead<Value> = Value extends Date ? string : Value
/** A json column is written as JSON text, because pg turns a JavaScript array into a PostgreSQL array. */
type AsWritten<Value> = Value extends Date ? Date | string : Value extends object ? string : Value
