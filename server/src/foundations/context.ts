import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from './process/config.ts'
import type { Db } from './database/db.ts'
import type { Files } from './files/files.ts'

/** Where Google is; a test has one of its own. */
export type GoogleProvider = { authorizationURL: string; tokenURL: string; issuer: string }

/** The dependencies of features; made once per process and passed to each. */
export type Context = {
  config: Config
  db: Db
  files: Files
  /** Google itself unless a test has its own. */
  google?: GoogleProvider
}

/** Fastify with requests and replies typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Registers a feature's routes in a scope of their own: hooks and body parsers added there stay there. */
export type Feature = (app: App, context: Context) => void | Promise<void>
