import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PortalPage } from '@alumni/shared/portal'
import { siteSections } from '@alumni/shared/portal'
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { render } from '../src/entry-server.ts'

const markup = await readFile(new URL('../../server/testing/hostile-markup.json', import.meta.url), 'utf8')
const hostile = (JSON.parse(markup) as string[]).join(' ')

const contracts = new URL('../../shared/src/', import.meta.url)
const files = (await readdir(contracts, { recursive: true })).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const modules = await Promise.all(files.map((file) => import(fileURLToPath(new URL(file, contracts)))))
const pages = modules
  .flatMap((module) => Object.values<Partial<PortalPage> | null>(module))
  .filter((each): each is PortalPage => Boolean(each?.name && each.props))

test.each(pages.map((page) => [page.name, page] as const))(
  'on the page %s, text that people wrote stays text',
  async (_, { name, props }) => {
    const institution = {
      name: hostile,
      short_name: hostile,
      color: '#0b5c5c',
      logo_url: null,
      support_email: 'alumni@example.edu',
    }
    for (const state of ['anonymous', 'recognized', 'verified'] as const) {
      const site = {
        institution,
        origin: 'https://champions.example.edu',
        path: '/x',
        sections: [...siteSections],
        visitor: { state, name: hostile },
      }
      const view = { site, page: name, props: props.parse(fillContract(props)) }
      const { head, body } = await render(view)
      expect(dangersIn(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`)).toEqual([])
    }
  },
)

/** Returns a value for a contract with hostile text wherever people may write. */
function fillContract(schema: z.ZodType, key = ''): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, inner]) => [name, fillContract(inner as z.ZodType, name)]),
    )
  if (schema instanceof z.ZodArray) return [fillContract(schema.element as z.ZodType, key)]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fillContract(schema.unwrap() as z.ZodType, key)
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodUnion) return fillContract(schema.options[0] as z.ZodType, key)
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return 2
  const tried = [serverValuesOf(key), hostile, '2026-10-03T12:00:00Z', '2026-10-03', `${'a'.repeat(32)}-800x600`].flat()
  return tried.find((value) => schema.safeParse(value).success) ?? hostile
}

/** Values that the server makes: addresses, times and sanitized HTML. */
function serverValuesOf(key: string): string[] {
  if (/^(href|action|back|next|url|return_to|path)$/.test(key)) return ['/x']
  if (/(^|_)(at|on|since|until|date|day|seen|asked|used)$/.test(key)) return ['2026-10-03T12:00:00Z']
  if (/(^|_)zone$/.test(key)) return ['UTC']
  return key === 'html' ? ['<p>safe</p>'] : []
}

/** Lists elements, attributes and addresses that could run something or load it from elsewhere. */
function dangersIn(html: string): string[] {
  const found: string[] = []
  const inspect = (node: DefaultTreeAdapterTypes.Node): void => {
    if (tree.isElementNode(node)) {
      const { tagName, attrs } = node
      if (/^(script|style|iframe|object|embed|base|math|frame|animate|template)$/.test(tagName)) found.push(tagName)
      for (const { name, value } of attrs) {
        if (/^on|^style$|^srcdoc$/.test(name)) found.push(`${tagName} ${name}`)
        if (
          /^(href|src|action|formaction|xlink:href|data|poster)$/.test(name) &&
          !/^(\/(?!\/)|#|\?|https?:|mailto:|data:image)/.test(value)
        )
          found.push(`${tagName} ${name}=${value.slice(0, 40)}`)
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) inspect(child)
  }
  inspect(parse(html))
  return found
}
