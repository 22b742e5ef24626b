import { readFileSync } from 'node:fs'
import { staffPaths } from '@alumni/shared/staff/paths'
import { z } from 'zod'
import type { Route } from './all-routes.ts'

/** The compared part of a JSON Schema. Ignores bounds and patterns, because invalid values are refused, not misread. */
type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}

const compared = new Set<string>([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'oneOf',
  'enum',
  'const',
] satisfies (keyof Schema)[])

/** `{}` means that there is no contract. */
type Contract = { address: string; query: Schema; body: Schema; reply: Schema }

export type Contracts = { release: string; contract: number; routes: Contract[] }

/** Returns the contracts of the staff app and the desktop app, as the server or the app handles them. */
export function staffContracts(routes: readonly Route[], side: 'server' | 'app'): Contract[] {
  const json = (contract: z.ZodType | undefined, io: 'input' | 'output') => {
    if (!contract) return {}
    const { $schema: _, ...schema } = z.toJSONSchema(contract, {
      io,
      unrepresentable: 'any',
      override: keepComparedKeys,
    })
    return schema as Schema
  }
  return routes
    .filter(({ url, site }) => site !== 'external' && isOfStaffApp(url))
    .map(({ method, url, queryContract, body, reply }) => ({
      address: `${method} ${url.replaceAll(/:\w+/g, ':')}`,
      query: json(queryContract, 'input'),
      body: json(body, 'input'),
      reply: json(reply, side === 'app' ? 'input' : 'output'),
    }))
    .toSorted((one, other) => (one.address < other.address ? -1 : 1))
}

function keepComparedKeys({ jsonSchema }: { jsonSchema: object }): void {
  for (const name of Object.keys(jsonSchema))
    if (!compared.has(name)) delete jsonSchema[name as keyof typeof jsonSchema]
}

function isOfStaffApp(url: string): boolean {
  return ['release', 'auth/google/app', ...staffPaths].some((path) => `${url}/`.startsWith(`/${path}/`))
}

/** Lists why an app of a release cannot use a server with the contracts `now`; empty if it can. */
export function brokenContracts(before: readonly Contract[], now: readonly Contract[]): string[] {
  const present = new Map(now.map((contract) => [contract.address, contract]))
  return before.flatMap(({ address, query, body, reply }) => {
    const contract = present.get(address)
    if (!contract) return [`${address} is gone`]
    return [
      ...listViolations(query, contract.query, `${address}?`),
      ...listViolations(body, contract.body, `${address} asked`),
      ...listViolations(contract.reply, reply, `${address} answered`),
    ]
  })
}

/** Lists how a value of `sent` may violate `read`; ignores what either does not specify. */
function listViolations(sent: Schema, read: Schema, at: string): string[] {
  const kinds = alternativesOf(sent)
  if (kinds) return kinds.flatMap((kind) => listViolations(kind, read, at))
  const readers = alternativesOf(read)
  if (readers)
    return readers
      .map((reader) => listViolations(sent, reader, at))
      .reduce((best, next) => (next.length < best.length ? next : best))
  const [values, known] = [valuesOf(sent), valuesOf(read)]
  if (known && sent.type)
    return (values ?? ['anything']).filter((value) => !known.includes(value)).map((value) => `${at}: new ${value}`)
  if (!sent.type || !read.type) return []
  if (sent.type !== read.type && !(sent.type === 'integer' && read.type === 'number'))
    return [`${at}: ${sent.type}, not ${read.type}`]
  if (sent.items && read.items) return listViolations(sent.items, read.items, `${at}[]`)
  return [...listMemberViolations(sent, read, at), ...listRecordViolations(sent, read, at)]
}

function listMemberViolations(sent: Schema, read: Schema, at: string): string[] {
  const members = Object.entries(read.properties ?? {}).flatMap(([name, member]) => {
    const own = sent.properties?.[name]
    const isMissing = read.required?.includes(name) && !sent.required?.includes(name)
    return [
      ...(isMissing ? [`${at}.${name}: missing`] : []),
      ...(own ? listViolations(own, member, `${at}.${name}`) : []),
    ]
  })
  if (read.additionalProperties !== false) return members
  const unknown = Object.keys(sent.properties ?? {}).filter((name) => !read.properties?.[name])
  return [...members, ...unknown.map((name) => `${at}.${name}: refused`)]
}

function listRecordViolations(
  { additionalProperties: sent }: Schema,
  { additionalProperties: read }: Schema,
  at: string,
) {
  return typeof sent === 'object' && typeof read === 'object' ? listViolations(sent, read, `${at}{}`) : []
}

function alternativesOf({ anyOf, oneOf, ...schema }: Schema): Schema[] | undefined {
  const { type } = schema
  return anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : undefined)
}

function valuesOf(schema: Schema): unknown[] | undefined {
  return schema.enum ?? ('const' in schema ? [schema.const] : undefined)
}

/** The file has one line for the release and one per address. */
export function readContracts(file: URL): Contracts {
  const [first, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  return { ...JSON.parse(first!), routes: lines.map((line) => JSON.parse(line)) }
}

export function contractsText({ routes, ...head }: Contracts): string {
  return [head, ...routes].map((line) => `${JSON.stringify(line)}\n`).join('')
}
