import type {
  Expression,
  InsertObject,
  Kysely,
  SelectExpression,
  Selection,
  SelectType,
  Simplify,
  UpdateObject,
  WhereInterface,
  SelectQueryBuilder,
} from 'kysely'
import type { Tables } from './tables.ts'

type Table = keyof Tables & string

/** A required row does not exist. The reply is a 404 with the error's message. */
export class RowNotFound extends Error {
  override name = 'NotFoundError'
}

class Comparison {
  readonly operator: Operator
  readonly value: unknown

  constructor(operator: Operator, value: unknown) {
    this.operator = operator
    this.value = value
  }
}

type Operator = '!=' | '<' | '<=' | '>' | '>='

/** Creates a condition for a column in the statements of `Rows`, such as `compare('>', 5)`. */
export const compare = (operator: Operator, value: unknown) => new Comparison(operator, value)

export const isNotNull = new Comparison('!=', null)

/** Conditions on columns, all of which must hold: a value, one of several values, null, or a `Comparison`. */
export type Conditions<T extends Table> = {
  readonly [C in keyof Tables[T]]?:
    | SelectType<Tables[T][C]>
    | readonly SelectType<Tables[T][C]>[]
    | Expression<any>
    | Comparison
    | null
}

/** `by` is the column to sort by; `-column` sorts in descending order. `lock` locks the rows for update. */
type Options = { by?: string; lock?: true; limit?: number }
type GetOptions = Options & { notFound?: string }

type Row<T extends Table, S> = Simplify<Selection<Tables, T, S>>

/** Statements on one table. Joins and subqueries use Kysely instead. */
export interface Rows {
  find<T extends Table, const S extends SelectExpression<Tables, T>>(
    table: T,
    columns: readonly S[],
    conditions: Conditions<T>,
    options?: Options,
  ): Promise<Row<T, S> | undefined>
  /** Throws `RowNotFound` if no row matches. */
  get<T extends Table, const S extends SelectExpression<Tables, T>>(
    table: T,
    columns: readonly S[],
    conditions: Conditions<T>,
    options?: GetOptions,
  ): Promise<Row<T, S>>
  findAll<T extends Table, const S extends SelectExpression<Tables, T>>(
    table: T,
    columns: readonly S[],
    conditions: Conditions<T>,
    options?: Options,
  ): Promise<Row<T, S>[]>
  update<T extends Table>(table: T, conditions: Conditions<T>, columns: UpdateObject<Tables, T>): Promise<number>
  remove<T extends Table>(table: T, conditions: Conditions<T>): Promise<number>
  insert<T extends Table>(table: T, values: InsertObject<Tables, T> | readonly InsertObject<Tables, T>[]): Promise<void>
  add<T extends Table>(table: T, values: InsertObject<Tables, T>): Promise<number>
}

/** Not typed by table, because Kysely's types are nested too deeply when the table is a parameter. */
type AnyTables = Record<string, Record<string, unknown>>

export function createRows(db: Kysely<AnyTables>): Rows {
  const select = (
    table: string,
    columns: readonly unknown[],
    conditions: object,
    { by, lock, limit }: Options = {},
  ): SelectQueryBuilder<AnyTables, string, any> => {
    const selected = db.selectFrom(table).select(columns as SelectExpression<AnyTables, string>[])
    let query = addConditions(selected, conditions)
    if (by !== undefined) query = query.orderBy(by.replace('-', ''), by.startsWith('-') ? 'desc' : 'asc')
    if (limit !== undefined) query = query.limit(limit)
    return lock ? query.forUpdate() : query
  }
  return {
    find: (...query) => select(...query).executeTakeFirst(),
    get: (table, columns, conditions, { notFound, ...options } = {}) =>
      select(table, columns, conditions, options).executeTakeFirstOrThrow(
        notFound === undefined ? undefined : () => new RowNotFound(notFound),
      ),
    findAll: (...query) => select(...query).execute(),
    async update(table: string, conditions, columns) {
      const { numUpdatedRows } = await addConditions(db.updateTable(table).set(columns), conditions).executeTakeFirst()
      return Number(numUpdatedRows)
    },
    async remove(table: string, conditions) {
      const { numDeletedRows } = await addConditions(db.deleteFrom(table), conditions).executeTakeFirst()
      return Number(numDeletedRows)
    },
    insert: async (table: string, values) => void (await db.insertInto(table).values(values).execute()),
    async add(table: string, values) {
      const { id } = await db.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()
      return id as number
    },
  }
}

function addConditions<Query extends WhereInterface<AnyTables, string>>(query: Query, conditions: object): Query {
  for (const [column, value] of Object.entries(conditions)) {
    if (value instanceof Comparison)
      query = query.where(column, value.value === null ? 'is not' : value.operator, value.value) as Query
    else query = query.where(column, value === null ? 'is' : Array.isArray(value) ? 'in' : '=', value) as Query
  }
  return query
}
