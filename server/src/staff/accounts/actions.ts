import type { FastifyContextConfig, FastifyReply, FastifyRequest, HTTPMethods, preHandlerHookHandler } from 'fastify'
import { z } from 'zod'
import type { Role } from '@alumni/shared/staff/accounts'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { registerPage } from '../../foundations/pages/page.ts'
import { allowRole, getStaffUser } from './identify.ts'
import { staffRoute } from './staff-route.ts'
import type { StaffUser } from './staff-user.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type ActionRequest<Params = unknown, Body = unknown, Query = unknown> = {
  db: Db
  me: StaffUser
  params: Params
  body: Body
  query: Query
  request: FastifyRequest
  reply: FastifyReply
}

type Action<Body, Query, Reply> = {
  body?: Body
  query?: Query
  /** The schema of a 200 reply. With neither `reply` nor `created`, the action sends the group's `answer` or a 204. */
  reply?: Reply
  /** The schema of a 201 reply. */
  created?: Reply
  /** Describes the action if it requires a fresh proof of identity. */
  proof?: string
  config?: FastifyContextConfig
  handlerTimeout?: number
  preHandler?: preHandlerHookHandler
}

type Group<Params, Answer extends z.ZodType> = {
  url: string
  needs: Role
  params?: Params
  /** The default reply of the actions, such as the record after the change. */
  answer?: { reply: Answer; read(action: ActionRequest<Output<Params>>): Promise<z.input<Answer>> }
}

type Page<Params, Query, Reply> = {
  query?: Query
  reply: Reply
  /** Throws a 404 if the page's record does not exist. For HTML replies, this is the only query for the page. */
  find?: (request: { db: Db; params: Output<Params> }) => Promise<unknown>
  preHandler?: preHandlerHookHandler
}

/** Returns `page`, `get`, `post`, `patch` and `delete`, which register staff routes under a common URL and role. */
export function actions<Params extends z.ZodType | undefined = undefined, Answer extends z.ZodType = z.ZodNull>(
  app: App,
  { url, needs, params, answer }: Group<Params, Answer>,
) {
  const register =
    (method: HTTPMethods) =>
    <
      Body extends z.ZodType | undefined = undefined,
      Query extends z.ZodType | undefined = undefined,
      Reply extends z.ZodType | undefined = undefined,
    >(
      path: string,
      { body, query, reply: replySchema, created, proof, ...rest }: Action<Body, Query, Reply>,
      perform: (
        action: ActionRequest<Output<Params>, Output<Body>, Output<Query>>,
      ) => Promise<(Reply extends z.ZodType ? z.input<Reply> : unknown) | FastifyReply>,
    ): void => {
      const sentSchema = created ?? replySchema ?? answer?.reply
      const status = created ? 201 : sentSchema ? 200 : 204
      const schema = buildSchema({ params, body, querystring: query }, { [status]: sentSchema ?? z.null() })
      staffRoute<any>(
        app,
        { method, url: url + path, needs, needsProof: proof, schema, ...rest },
        async (request, reply) => {
          const action = toAction(request, reply)
          const result = await perform(action)
          if (reply.sent || result === reply) return result
          reply.code(status)
          return replySchema || created ? result : answer ? answer.read(action) : reply.send(null)
        },
      )
    }
  /** Navigations get the staff app; JSON requests get the result of `read`. */
  const page = <Reply extends z.ZodType, Query extends z.ZodType | undefined = undefined>(
    path: string,
    { query, reply: replySchema, ...rest }: Page<Params, Query, Reply>,
    read: (
      action: ActionRequest<Output<Params>, unknown, Output<Query>>,
    ) => z.input<Reply> | FastifyReply | Promise<z.input<Reply> | FastifyReply>,
  ): void => {
    const schema = buildSchema({ params, querystring: query }, { 200: replySchema })
    registerPage<any>(
      app,
      { url: url + path, schema, onRequest: allowRole(needs), config: { needs }, ...rest },
      (request, reply) => read(toAction(request, reply)),
    )
  }
  const [get, post, patch, remove] = [register('GET'), register('POST'), register('PATCH'), register('DELETE')]
  return { page, get, post, patch, delete: remove }
}

function buildSchema(input: Record<string, z.ZodType | undefined>, response: Record<number, z.ZodType>) {
  return { ...Object.fromEntries(Object.entries(input).filter(([, schema]) => schema)), response }
}

function toAction(request: FastifyRequest, reply: FastifyReply) {
  const { db, params, body, query } = request as Pick<ActionRequest<any, any, any>, 'db' | 'params' | 'body' | 'query'>
  return { db, params, body, query, me: getStaffUser(request), request, reply }
}
