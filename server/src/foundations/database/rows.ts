import type { Expression, InsertObject, SelectExpression, Selection, SelectType, Simplify, UpdateObject } from 'kysely'
import type { Tables } from './tables.ts'

type Table = keyof Tables & string

/** A comparison other than being equal, such as `is('>', now)`. */
class Test {
  readonly operator: Operator
  readonly value: unknown

  constructor(operator: Operator, value: unknown) {
    this.operator = operator
    this.value = value
  }
}

type Operator = '!=' | '<' | '<=' | '>' | '>='

export const is = (operator: Operator, value: unknown) => new Test(operator, value)

export const isSet = new Test('!=', null)

/** Rows by their columns: equal to a value, among several, null, or as a `Test` has it. */
export type Where<T extends Table> = {
  readonly [C in keyof Tables[T]]?:
    | SelectType<Tables[T][C]>
    | readonly SelectType<Tables[T][C]>[]
    | Expression<any>
    | Test
    | null
}

type Options = { by?: string; lock?: true; limit?: number }

type Row<T extends Table, S> = Simplify<Selection<Tables, T, S>>

/** What is said of the rows of one table by their columns alone; whatever asks for more is Kysely. */
export interface Rows {
  /** The first row; `lock`: no one else changes it before the transaction ends. */
  find<T extends Table, const S extends SelectExpression<Tables, T>>(
    table: T,
    columns: readonly S[],
    where: Where<T>,
    options?: Options,
  ): Promise<Row<T, S> | undefined>
  /** The same of a row that is there. */
  get<T extends Table, const S extends SelectExpression<Tables, T>>(
    table: T,
    columns: readonly S[],
    where: Where<T>,
    options?: Options,
  ): Promise<Row<T, S>>
  findAll<T extends Table, const S extends SelectExpression<Tables, T>>(
    table: T,
    columns: readonly S[],
    where: Where<T>,
    options?: Options,
  ): Promise<Row<T, S>[]>
  /** Answers how many. */
  update<T extends Table>(table: T, where: Where<T>, columns: UpdateObject<Tables, T>): Promise<number>
  /** Answers how many. */
  remove<T extends Table>(table: T, where: Where<T>): Promise<number>
  insert<T extends Table>(table: T, values: InsertObject<Tables, T> | readonly InsertObject<Tables, T>[]): Promise<void>
  /** Answers the id. */
  add<T extends Table>(table: T, values: InsertObject<Tables, T>): Promise<number>
}

/** Adds these to a handle of the database. Kysely's own types are too deep for a table that is a parameter. */
export function rowsOf(db: any): Rows {
  const select = (table: string, columns: readonly unknown[], where: object, { by, lock, limit }: Options = {}) => {
    let query = matching(db.selectFrom(table).select(columns), where)
    if (by !== undefined)
      query = query.orderBy(String(by).replace('-', ''), String(by).startsWith('-') ? 'desc' : 'asc')
    if (limit !== undefined) query = query.limit(limit)
    return lock ? query.forUpdate() : query
  }
  return {
    find: (...asked) => select(...asked).executeTakeFirst(),
    get: (...asked) => select(...asked).executeTakeFirstOrThrow(),
    findAll: (...asked) => select(...asked).execute(),
    async update(table, where, columns) {
      return Number((await matching(db.updateTable(table).set(columns), where).executeTakeFirst()).numUpdatedRows)
    },
    async remove(table, where) {
      return Number((await matching(db.deleteFrom(table), where).executeTakeFirst()).numDeletedRows)
    },
    insert: async (table, values) => void (await db.insertInto(table).values(values).execute()),
    async add(table, values) {
      return (await db.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()).id
    },
  }
}

function matching(query: any, where: object) {
  for (const [column, value] of Object.entries(where)) {
    if (value instanceof Test)
      query = query.where(column, value.value === null ? 'is not' : value.operator, value.value)
    else query = query.where(column, value === null ? 'is' : Array.isArray(value) ? 'in' : '=', value)
  }
  return query
}
