import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { http } from '../process/node-http.ts'
import { HttpError, notFoundSentence, problemOf, type Problem } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The bodies of this route's errors are exactly `{ error }`. */
    hasBareErrors?: boolean
  }
}

export type SendProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Every error of every route leaves here: JSON, or a page with the same sentence for a browser navigation. */
export function errorHandler(app: App, sendProblem: SendProblem): void {
  app.setErrorHandler((error, request, reply) => {
    const { raw } = request
    const problem = problemOf(raw.destroyed && !raw.complete ? brokenOff() : error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    // An answer after the handler's time is dropped: Fastify would warn of each.
    if ((error as { code?: string } | null)?.code === 'FST_ERR_HANDLER_TIMEOUT')
      reply.raw.once('finish', () => void (reply.send = () => reply))
    return sendProblem(problem, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(problemOf(new HttpError(404, notFoundSentence)), request, reply),
  )
  // Node finds out only while it writes, when no error reply can be made any more.
  app.addHook('onSend', async (_request, reply) => {
    const faults = Object.entries(reply.getHeaders()).flatMap(([name, value]) => headerFault(name, value) ?? [])
    for (const { name } of faults) reply.removeHeader(name)
    if (faults[0]) throw faults[0].error
  })
}

function headerFault(name: string, value: unknown): { name: string; error: unknown } | undefined {
  try {
    http.validateHeaderName(name)
    for (const line of [value].flat()) http.validateHeaderValue(name, String(line))
    return undefined
  } catch (error) {
    return { name, error }
  }
}

/** The caller has gone in the middle of the request: no one reads the reply, and the server has not failed. */
function brokenOff(): HttpError {
  return new HttpError(400, 'The request broke off.')
}
