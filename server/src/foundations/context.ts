import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypes } from './zod-schemas.ts'
import type { Config } from './process/config.ts'
import type { Db } from './database/db.ts'
import type { Files } from './files/files.ts'

export type GoogleProvider = { authorizationURL: string; tokenURL: string; issuer: string }

export type Context = {
  config: Config
  db: Db
  files: Files
  /** Defaults to Google itself. */
  google?: GoogleProvider
}

/** Fastify with requests and replies typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>

/** Registers a feature's routes in their own scope, to which hooks and body parsers added there are limited. */
export type Feature = (app: App, context: Context) => void | Promise<void>
