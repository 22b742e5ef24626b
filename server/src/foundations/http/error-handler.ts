import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { http } from '../process/node-http.ts'
import { HttpError, notFoundMessage, toProblem, type Problem } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits the JSON of this route's errors to the member `error`. */
    hasBareErrors?: boolean
  }
}

export type SendProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function handleErrors(app: App, sendProblem: SendProblem): void {
  app.setErrorHandler((error, request, reply) => {
    const { raw } = request
    // A client that disconnects while sending its request is not a server failure.
    const hasBrokenOff = raw.destroyed && !raw.complete
    const problem = toProblem(hasBrokenOff ? new HttpError(400, 'The request broke off.') : error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    // Ignores replies sent after the handler's timeout, because Fastify would log a warning for each.
    if ((error as { code?: string } | null)?.code === 'FST_ERR_HANDLER_TIMEOUT')
      reply.raw.once('finish', () => void (reply.send = () => reply))
    return sendProblem(problem, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(toProblem(new HttpError(404, notFoundMessage)), request, reply),
  )
  // Checks headers here, because Node checks them while writing, when it is too late to send an error.
  app.addHook('onSend', async (_request, reply) => {
    const faults = Object.entries(reply.getHeaders()).flatMap(([name, value]) => findHeaderFault(name, value) ?? [])
    for (const { name } of faults) reply.removeHeader(name)
    if (faults[0]) throw faults[0].error
  })
}

function findHeaderFault(name: string, value: unknown): { name: string; error: unknown } | undefined {
  try {
    http.validateHeaderName(name)
    for (const line of [value].flat()) http.validateHeaderValue(name, String(line))
    return undefined
  } catch (error) {
    return { name, error }
  }
}
