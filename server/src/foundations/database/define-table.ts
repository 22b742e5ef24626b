import { defineEntity } from '@mikro-orm/core'

/** Describes a table and its columns for the ORM. */
export function defineTable<const Name extends string, const Columns extends Record<string, any>>(
  tableName: Name,
  properties: Columns,
) {
  return defineEntity({ name: tableName, tableName, properties })
}
