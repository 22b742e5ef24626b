import type { FastifySchemaCompiler, FastifySerializerCompiler, FastifyTypeProvider } from 'fastify'
import { z } from 'zod'

export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** Fastify sets `validationContext` to the part of the request that does not fit its schema. */
export class InvalidRequest extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  declare validationContext?: string
  constructor({ message, issues }: z.ZodError) {
    super(message)
    this.issues = issues
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (data) => {
    const { error, data: value } = schema.safeParse(data)
    return error ? { error: new InvalidRequest(error) } : { value }
  }
}

/** Throws if a reply does not fit its schema. The error becomes a 500. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  return (data) => {
    const { error, data: value } = z.safeEncode(schema, data)
    if (error) throw new Error(`The reply of ${method} ${url} does not fit its schema`, { cause: error })
    return JSON.stringify(value)
  }
}
