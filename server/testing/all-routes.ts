import type { RouteOptions } from 'fastify'
import type { Role } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import type { Site } from '../src/foundations/hosts/site.ts'
import { buildTestApp } from './test-app.ts'

/** `site` is undefined for both sites; `path` has plausible parameters. */
export type Route = {
  method: string
  url: string
  path: string
  site: Site | undefined
  needs: Role | undefined
  needsProof: boolean
  /** Set if only verified champions may open the route. */
  visitor: 'verified' | undefined
  parameters: string[]
  parametersContract: z.ZodType | undefined
  query: string[]
  queryContract: z.ZodType | undefined
  requiredQuery: string[]
  body: z.ZodType | undefined
  reply: z.ZodType | undefined
}

export async function buildAppWithRoutes(changes: Parameters<typeof buildTestApp>[0] = {}) {
  const found: RouteOptions[] = []
  const app = await buildTestApp({ ...changes, onRoute: (route) => void found.push(route) })
  const routes = found
    .flatMap((route) => [route.method].flat().map((method) => describe(method, route)))
    .filter(({ method, url }) => method !== 'HEAD' && !url.startsWith('/assets/'))
  return { ...app, routes }
}

function describe(method: string, { url, schema = {}, constraints, config }: RouteOptions): Route {
  return {
    method,
    url,
    path: url.replace(/\/\*$/, '/').replace(/:(\w+)(\([^)]*\))?/g, (_, name: string) => plausible[name] ?? '1'),
    site: constraints?.site as Site | undefined,
    needs: (config as { needs?: Role } | undefined)?.needs,
    needsProof: (config as { needsProof?: boolean } | undefined)?.needsProof ?? false,
    visitor: (config as { visitor?: 'verified' } | undefined)?.visitor,
    parameters: [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!),
    parametersContract: schema.params as z.ZodType | undefined,
    query: fieldsOf(schema.querystring),
    queryContract: schema.querystring as z.ZodType | undefined,
    requiredQuery: requiredOf(schema.querystring),
    body: schema.body as z.ZodType | undefined,
    reply: replyOf(schema.response as Record<number, z.ZodType> | undefined),
  }
}

const replyOf = (replies: Record<number, z.ZodType> = {}) => replies[200] ?? replies[201]

const plausible: Record<string, string> = { type: 'contacts', token: 'some-token', buid: 'B00000001' }

export function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function requiredOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name)
}
