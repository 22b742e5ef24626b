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
  google?: GoogleProvider
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>

/** Registers a feature's routes. Its hooks and body parsers apply only to these routes. */
export type Feature = (app: App, context: Context) => void | Promise<void>
