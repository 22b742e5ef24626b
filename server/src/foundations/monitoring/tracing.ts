import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import pg from 'pg'
import type { App } from '../context.ts'
import { isProbe } from '../http/probe.ts'
import type { Config } from '../process/config.ts'
import { statementShape } from './statement-shape.ts'

type Api = typeof import('@opentelemetry/api')
type Tracing = { api: Api; tracer: Tracer; stop(): Promise<void> }

/** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set: then nothing of OpenTelemetry is loaded. */
let tracing: Tracing | undefined
/** The span under which this request or job works. */
const current = new AsyncLocalStorage<Context>()

/**
 * Sends requests, statements and jobs as spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, where it is set. What a
 * collector does not take waits in a queue of 2,048 spans, then it is dropped.
 */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  program: 'server' | 'worker',
): Promise<void> {
  if (!endpoint || tracing) return
  const [api, { BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: tracesUrl(endpoint) })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `alumni-${program}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 5000, scheduledDelayMillis: 1000 })],
  })
  const giveBack = traceStatements()
  tracing = {
    api,
    tracer: provider.getTracer('alumni'),
    async stop() {
      tracing = undefined
      giveBack()
      await provider.shutdown().catch(() => undefined)
    },
  }
}

/** Where a collector takes traces. */
export function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`
}

/** Sends what is left; a collector that does not answer is waited for two seconds. */
export async function stopTracing(): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 2000).unref())
  await Promise.race([tracing?.stop(), patience])
}

/** A span for each request, by its route's pattern; its trace stands in its log lines beside `request`. */
export function traceRequests(app: App): void {
  const contexts = new WeakMap<object, Context>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!tracing || isProbe(request.url)) return done()
    const context = begin(tracing, request.method, { kind: tracing.api.SpanKind.SERVER })
    contexts.set(request, context)
    request.log = reply.log = request.log.child({ trace: spanOf(tracing, context).spanContext().traceId })
    current.run(context, done)
  })
  // A body that came in pieces may have lost it.
  app.addHook('preValidation', (request, _, done) => {
    const context = contexts.get(request)
    if (context) current.run(context, done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const context = contexts.get(request)
    if (!tracing || !context) return
    const route = request.routeOptions.url ?? 'none'
    const span = spanOf(tracing, context)
    span.updateName(`${request.method} ${route}`)
    span.setAttributes({
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
    })
    if (reply.statusCode >= 500) span.setStatus({ code: tracing.api.SpanStatusCode.ERROR })
    span.end()
  })
}

/** Where work that is asked for here is to go on, in the form of W3C's Trace Context. */
export function traceparent(): string | undefined {
  const context = current.getStore()
  if (!tracing || !context) return undefined
  const { traceId, spanId } = spanOf(tracing, context).spanContext()
  return `00-${traceId}-${spanId}-01`
}

/** Does a job under a span of its own, in the trace of the request that asked for it. */
export async function traceJob<Result>(name: string, from: unknown, work: () => Promise<Result>): Promise<Result> {
  if (!tracing) return work()
  const { api } = tracing
  const context = begin(tracing, `job ${name}`, { kind: api.SpanKind.CONSUMER, parent: remote(api, from) })
  const span = spanOf(tracing, context)
  try {
    return await current.run(context, work)
  } catch (error) {
    span.setStatus({ code: api.SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

function remote(api: Api, from: unknown): Context {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[01]$/.exec(String(from))
  if (!parts) return api.ROOT_CONTEXT
  const [, traceId = '', spanId = ''] = parts
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: api.TraceFlags.SAMPLED,
    isRemote: true,
  })
}

function begin(
  { api, tracer }: Tracing,
  name: string,
  { kind, parent = api.ROOT_CONTEXT, attributes }: { kind: number; parent?: Context; attributes?: Attributes },
): Context {
  return api.trace.setSpan(parent, tracer.startSpan(name, { kind, attributes }, parent))
}

function spanOf({ api }: Tracing, context: Context): Span {
  return api.trace.getSpan(context)!
}

/** Every statement passes here, whoever sends it. One outside of a request or job is none of a trace. */
function traceStatements(): () => void {
  const { query } = pg.Client.prototype
  function traced(this: pg.Client, ...args: unknown[]): unknown {
    const parent = current.getStore()
    const statement = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: unknown } | null)?.text
    if (!tracing || !parent || typeof statement !== 'string') return Reflect.apply(query, this, args)
    const { api } = tracing
    const text = statementShape(statement)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const name = text.split(' ', 1)[0]!
    const span = spanOf(tracing, begin(tracing, name, { kind: api.SpanKind.CLIENT, parent, attributes }))
    const end = (error?: unknown) => {
      // Never the message, which quotes values.
      if (error) span.setStatus({ code: api.SpanStatusCode.ERROR, message: String((error as { code?: unknown }).code) })
      span.end()
    }
    const callback = args.at(-1)
    if (typeof callback === 'function')
      args[args.length - 1] = (...result: unknown[]) => {
        end(result[0])
        Reflect.apply(callback, undefined, result)
      }
    const answer: unknown = Reflect.apply(query, this, args)
    if (answer instanceof Promise) answer.then(() => end(), end)
    else if (typeof callback !== 'function') end()
    return answer
  }
  pg.Client.prototype.query = traced as typeof query
  return () => void (pg.Client.prototype.query = query)
}
